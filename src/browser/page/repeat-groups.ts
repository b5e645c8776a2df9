import type { Tab } from '../tab.ts';

/** Content widths of a page's kinds, in CSS pixels: of the main kind, and of others by their names. */
export interface PageWidths {
  readonly width: number;
  readonly widths: Readonly<Record<string, number>>;
}

/** The class of a table whose rows are grouped, as `add_table` writes it. */
const grouped = /class="table[^"]* grouped[ "]/;

/** True where HTML may have groups of rows whose headers are repeated. */
export const hasGroups = (html: string): boolean => grouped.test(html);

/**
 * Runs in the page: makes each group of a table that is longer than a page a table in a cell of its own, because
 * Chromium repeats the head of each table and of a table in its cell, and nothing else. The columns have fixed widths
 * from then on, and roles hide the inner table from the structure of the document. The foot goes along with the last
 * group: a total stays with the row before it only where both are in one group of one table. A row that is not shown
 * stands where the header of the group was, so that selectors count as before.
 */
const nestGroups = `({ width, widths }) => {
  const set = (element, style) => {
    element.style.cssText = style.replaceAll(';', '!important;');
    return element;
  };
  const make = (name, style) => set(document.createElement(name), 'all:unset;' + style);
  const columnsOf = (table) => {
    const count = (row) => [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0);
    const rows = [...table.rows];
    const all = rows.length === 0 ? 0 : count(rows[0]);
    const row = rows.find(({ cells }) => cells.length === all && [...cells].every(({ colSpan }) => colSpan === 1));
    const found = row === undefined ? [] : [...row.cells].map((cell) => cell.getBoundingClientRect().width);
    const sum = found.reduce((total, one) => total + one, 0);
    return sum === 0 ? null : found.map((one) => ((100 * one) / sum).toFixed(4) + '%');
  };
  const colgroup = (columns) => {
    const group = document.createElement('colgroup');
    for (const column of columns) {
      const col = document.createElement('col');
      col.style.width = column;
      group.append(col);
    }
    return group;
  };
  const roles = (rows) => {
    for (const row of rows) {
      row.setAttribute('role', 'row');
      for (const cell of row.cells) cell.setAttribute('role', cell.localName === 'th' ? 'rowheader' : 'cell');
    }
  };
  const nest = (body, columns, breaks) => {
    const [header, ...rows] = body.rows;
    const { caption, tBodies } = body.parentElement;
    const before = breaks ? 'page' : caption !== null && body === tBodies[0] ? 'avoid' : 'auto';
    const around = make('tbody', 'display:table-row-group;break-before:' + before + ';');
    const row = make('tr', 'display:table-row;break-inside:auto;');
    const cell = make('td', 'display:table-cell;vertical-align:top;');
    const inner = make('table', 'display:table;table-layout:fixed;width:100%;');
    const head = make('div', 'display:table-header-group;break-inside:avoid;');
    cell.colSpan = columns.length;
    if (header.id !== '') row.id = header.id;
    header.removeAttribute('id');
    for (const element of [around, row, cell, inner]) element.setAttribute('role', 'presentation');
    for (const element of [head, body]) element.setAttribute('role', 'rowgroup');
    roles([header, ...rows]);
    body.before(around);
    around.append(row);
    row.append(cell);
    cell.append(inner);
    const unseen = set(header.cloneNode(false), 'display:none;');
    if (breaks) for (const element of [body, header]) element.style.setProperty('break-before', 'auto', 'important');
    header.before(unseen);
    head.append(header);
    inner.append(colgroup(columns), head, body);
  };
  const isOurs = (table) => {
    const around = table.closest('.colophon-html, .colophon-operation');
    return around?.classList.contains('colophon-html') !== true;
  };
  const nestIn = (table, columns) => {
    const bodies = [...table.tBodies].filter(({ rows }) => rows.length > 2 && rows[0].classList.contains('group'));
    const begins = (body) => [body, body.rows[0]].some((one) => getComputedStyle(one).breakBefore === 'page');
    const breaks = bodies.map(begins);
    const [last, foot] = [[...table.tBodies].at(-1), table.tFoot];
    bodies.forEach((body, index) => nest(body, columns, breaks[index]));
    if (foot === null || last !== bodies.at(-1)) return;
    foot.setAttribute('role', 'rowgroup');
    roles(foot.rows);
    last.after(foot);
    for (const element of [last, foot]) element.style.setProperty('display', 'contents', 'important');
  };
  const measured = (table, zoom) => {
    const wide = table.getBoundingClientRect().width;
    const isWider = wide > table.parentElement.getBoundingClientRect().width + 1.5;
    return { table, columns: columnsOf(table), minWidth: isWider ? wide / zoom + 'px' : '' };
  };
  for (const sheet of document.querySelectorAll('body > .colophon-sheet')) {
    const tables = [...sheet.querySelectorAll('table.table.grouped')].filter(isOurs);
    const parts = tables.filter((table) => table.classList.contains('colophon-set'));
    for (const table of parts)
      nestIn(table, Array.from(table.querySelectorAll(':scope > colgroup > col'), (col) => col.style.width));
    const others = tables.filter((table) => !parts.includes(table));
    if (others.length === 0) continue;
    const zoom = sheet.currentCSSZoom;
    const own = sheet.style.width;
    sheet.style.width = Math.ceil((widths[sheet.style.page] ?? width) / zoom - 1 / 64) + 'px';
    const page = parseFloat(getComputedStyle(sheet).getPropertyValue('--content-height')) || 0;
    const isLong = sheet.getBoundingClientRect().height / zoom > page * 0.9;
    const found = isLong ? others.map((table) => measured(table, zoom)) : [];
    sheet.style.width = own;
    for (const { table, columns, minWidth } of found) {
      if (columns === null) continue;
      table.classList.add('colophon-set');
      if (minWidth !== '') table.style.minWidth = minWidth;
      for (const group of table.querySelectorAll(':scope > colgroup')) group.remove();
      table.insertBefore(colgroup(columns), table.caption === null ? table.firstChild : table.caption.nextSibling);
      nestIn(table, columns);
    }
  }
}`;

/**
 * Lets every page on which a group of rows continues begin with the header of the group. Runs in an isolated world,
 * which the page's scripts cannot see.
 */
export async function repeatGroups({ session, frameId }: Tab, widths: PageWidths): Promise<void> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'groups' });
  await session.send('Runtime.evaluate', {
    expression: `(${nestGroups})(${JSON.stringify(widths)})`,
    contextId: executionContextId,
  });
}
