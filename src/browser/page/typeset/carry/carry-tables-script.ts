/**
 * Runs in the page: `carryTables(sums)` finds the tables whose sums are carried from page to page, with their rows. Those
 * of HTML have their texts in `texts`; `sums` are theirs, in the same order, once these are known.
 */
export const carryTables = String.raw`function (sums, labels) {
  const isPresentation = (table) => table.getAttribute('role') === 'presentation';
  const tableOf = (element) => {
    let table = element.closest('table');
    while (table !== null && isPresentation(table)) table = table.parentElement.closest('table');
    return table;
  };
  const wraps = (row) => row.cells.length === 1 && row.cells[0].firstElementChild?.localName === 'table' && isPresentation(row.cells[0].firstElementChild);
  const isShown = (row) => row.style.display !== 'none' && !row.hidden && getComputedStyle(row).display !== 'none';
  const rowsOf = (table) =>
    [...table.querySelectorAll('tr')].filter((row) => row.parentElement.localName === 'tbody' && !wraps(row) && tableOf(row) === table && isShown(row));
  /** For each column the cell of a row that is in it, or null. */
  const gridOf = (rows) => {
    const above = [];
    return rows.map((row) => {
      const found = [];
      let at = 0;
      for (const cell of row.cells) {
        while ((above[at] ?? 0) > 0) at += 1;
        for (let span = 0; span < cell.colSpan; span += 1) {
          found[at + span] = cell.colSpan === 1 ? cell : null;
          above[at + span] = (cell.rowSpan || 1);
        }
        at += cell.colSpan;
      }
      for (let column = 0; column < above.length; column += 1) above[column] = Math.max(0, (above[column] ?? 0) - 1);
      return found;
    });
  };
  const plain = (text) => text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();
  const headersOf = (table) => {
    const row = [...(table.tHead?.rows ?? [])].at(-1);
    return row === undefined ? [] : gridOf([row])[0].map((cell) => cell === null ? '' : plain(cell.textContent));
  };
  const list = [...document.querySelectorAll('table[data-colophon-carry], table[data-carry]')].filter((table) => !isPresentation(table));
  const texts = [];
  const tables = [];
  for (const element of list) {
    const rows = rowsOf(element);
    const isHtml = !element.hasAttribute('data-colophon-carry');
    const grid = isHtml ? gridOf(rows) : null;
    let wish;
    if (isHtml) {
      const headers = headersOf(element);
      const names = element.getAttribute('data-carry').split(',').map(plain).filter((name) => name !== '');
      const columns = names.map((name) => {
        const found = headers.findIndex((header) => header.toLowerCase() === name.toLowerCase());
        return found >= 0 ? found : /^[0-9]{1,4}$/.test(name) ? Number(name) - 1 : -1;
      });
      const lang = element.closest('[lang]')?.getAttribute('lang') ?? '';
      const skips = (row) => row.getAttribute('data-carry') === 'none';
      texts.push({
        ...{ lang, names, columns },
        rows: rows.map((row, index) => columns.map((column) => skips(row) ? '' : plain(grid[index][column]?.textContent ?? ''))),
      });
      const own = sums?.[texts.length - 1] ?? null;
      wish = own === null ? null : {
        ...{ columns, isOpen: false, sums: own },
        forward: element.getAttribute('data-carry-forward') ?? labels[0],
        brought: element.getAttribute('data-carry-brought') ?? labels[1],
      };
    } else {
      wish = JSON.parse(element.getAttribute('data-colophon-carry'));
      let last = [-1, ...wish.columns.map(() => '')];
      const read = rows.map((row) => (last = row.hasAttribute('data-colophon-sums') ? JSON.parse(row.getAttribute('data-colophon-sums')) : last));
      wish.sums = read.map(([, ...own]) => own);
      wish.isOpen = last[0] >= 0 && last[0] < wish.count - 1;
    }
    if (wish === null || sums === null) continue;
    const plainRow = rows.find((row) => row.cells.length > 1 && [...row.cells].every(({ colSpan, rowSpan }) => colSpan === 1 && rowSpan === 1));
    if (plainRow === undefined) continue;
    const cells = [...plainRow.cells].map((cell) => ({ className: cell.className, align: cell.style.textAlign }));
    const spanned = rows.map(() => false);
    rows.forEach((row, index) => {
      for (const { rowSpan } of row.cells) for (let at = index + 1; at < index + rowSpan && at < rows.length; at += 1) spanned[at] = true;
    });
    tables.push({ ...wish, element, rows, cells, isHtml, spanned, lines: [] });
  }
  return { texts, tables };
}`;
