/**
 * Runs in the page: `carryTotals(parts, job)` ends each page on which a table goes on with a row of the sums so far, and
 * begins the next page with a row that repeats them. Where a table begins on its page shows a layout in columns
 * (`openPages`); from there on each page is forced to end where its rows, with the sums and their footnotes, do not fill
 * it beyond its height. `notes` are footnotes with their calls, which are not on the pages yet; `look` is theirs.
 */
export const carryTotals = String.raw`function (parts, job, notes = [], look = null) {
  const { tables } = parts.carryTables(job.sums, job.labels);
  /** How much of the page stays free below the sums, so that rounding moves nothing. CSS pixels. */
  const slack = 2;
  const important = (element, name, value) => element.style.setProperty(name, value, 'important');
  const isForced = (value) => /^(?:page|left|right|recto|verso)$/.test(value);
  const avoids = (value) => /^avoid/.test(value);

  const lineOf = (table, label, sums, kind) => {
    const row = document.createElement('tr');
    row.setAttribute('data-colophon-carried', kind);
    for (const cell of table.cells) {
      const own = row.appendChild(document.createElement('td'));
      own.className = cell.className;
      own.style.cssText = 'font-style:italic;white-space:nowrap' + (cell.align === '' ? '' : ';text-align:' + cell.align);
    }
    row.cells[0].textContent = label;
    row.cells[0].style.whiteSpace = 'normal';
    table.columns.forEach((column, index) => {
      if (table.isHtml) row.cells[column].textContent = sums[index];
      else row.cells[column].innerHTML = sums[index];
    });
    return row;
  };
  /** The table in a cell that a group of rows became, or null. */
  const nestOf = (row) => {
    const inner = row.closest('table');
    return inner.getAttribute('role') === 'presentation' ? inner : null;
  };
  /** What a row begins: itself, and its group where it is the first of it. */
  const begunBy = (table, index) => {
    const row = table.rows[index];
    const before = table.rows[index - 1];
    const nest = nestOf(row);
    if (nest !== null && (before === undefined || nestOf(before) !== nest)) return nest.closest('tbody');
    if (nest === null && before !== undefined && before.parentElement !== row.parentElement) return row.parentElement;
    return row;
  };
  const chain = (element, table) => {
    const found = [];
    for (let one = element; one !== table.element; one = one.parentElement) found.push(one);
    return found;
  };
  /** The first elements of what begins with a row, as far as they begin with it. */
  const beginners = (table, index) => chain(table.rows[index], table).filter((one) => begunBy(table, index).contains(one));

  /** Heights of notes at the foot of the pages of an element, and of what is above them. */
  const notedIn = ({ root, width }) => {
    const own = notes.filter(({ call }) => root.contains(call));
    if (own.length === 0) return { of: [], above: 0 };
    const probe = document.createElement('div');
    probe.style.cssText = 'position:absolute;visibility:hidden;width:' + width + 'px;line-height:' + look.lineHeight + ';font-size:' +
      Math.max(6, parseFloat(getComputedStyle(root).fontSize) * (root.currentCSSZoom || 1) * look.share) + 'px';
    const area = probe.appendChild(document.createElement('div'));
    area.style.cssText = look.area;
    area.appendChild(document.createElement('div')).style.cssText = look.rule;
    document.body.append(probe);
    const above = area.getBoundingClientRect().height;
    const of = own.map(({ call, note }) => {
      area.append(note);
      const height = area.getBoundingClientRect().height - above;
      note.remove();
      return { call, height };
    });
    probe.remove();
    return { of, above };
  };

  /** Places of all rows, before any of them is on another page than the one before it. */
  const measure = (table) => {
    const { rows, element } = table;
    const head = element.tHead;
    table.head = head === null || getComputedStyle(head).display !== 'table-header-group' ? 0 : head.getBoundingClientRect().height;
    const foot = element.tFoot;
    table.foot = foot === null ? 0 : foot.getBoundingClientRect().height;
    table.places = rows.map((row, index) => {
      const { top, bottom } = row.getBoundingClientRect();
      const nest = nestOf(row);
      const groupHead = nest === null ? 0 : nest.firstElementChild.nextElementSibling?.getBoundingClientRect().height ?? 0;
      const begun = begunBy(table, index);
      return { top: begun === row ? top : begun.getBoundingClientRect().top, bottom, groupHead: begun === row ? groupHead : 0 };
    });
    const probe = lineOf(table, table.forward, table.sums[rows.length - 1], 'forward');
    const other = lineOf(table, table.brought, table.sums[rows.length - 1], 'brought');
    rows[rows.length - 1].after(probe, other);
    [table.forwardHeight, table.broughtHeight] = [probe, other].map((one) => one.getBoundingClientRect().height);
    probe.remove();
    other.remove();
    const styles = rows.map((row) => getComputedStyle(row));
    table.breaks = rows.map((row, index) => {
      if (index === 0) return 'none';
      const starts = beginners(table, index).map((one) => getComputedStyle(one).breakBefore);
      const after = styles[index - 1].breakAfter;
      if (isForced(after) || starts.some(isForced)) return 'forced';
      return avoids(after) || starts.some(avoids) || table.spanned[index] ? 'none' : 'free';
    });
  };

  /** Breaks that the sums take over; the layout in columns restores what it found. */
  const taken = [];
  const never = (element, name) => {
    important(element, name, 'auto');
    taken.push([element, name]);
  };
  /** Ends a page after the row before one. */
  const divide = (table, index) => {
    const sums = table.sums[index - 1];
    const last = table.rows[index - 1];
    const forward = lineOf(table, table.forward, sums, 'forward');
    const brought = lineOf(table, table.brought, sums, 'brought');
    important(forward, 'break-before', 'avoid');
    important(forward, 'break-after', 'auto');
    never(last, 'break-after');
    last.after(forward);
    const begun = begunBy(table, index);
    for (const one of beginners(table, index)) never(one, 'break-before');
    let placed = brought;
    if (begun !== table.rows[index]) {
      placed = document.createElement('tbody');
      placed.append(brought);
    }
    important(placed, 'break-before', 'page');
    important(brought, 'break-after', 'avoid');
    begun.before(placed);
    const mark = [table.rows[index], ...table.rows[index].cells].find(({ id }) => id.startsWith(job.markPrefix));
    if (mark !== undefined) {
      brought.id = mark.id;
      mark.removeAttribute('id');
    }
    table.lines.push(forward);
    Object.assign(table, { begun: placed, last: forward });
  };

  /** Divides a table whose first row is at a height on its page; false where not even that row fits there. */
  const divideAll = (table, y, { height, noted, before }) => {
    const { rows, places, breaks, isOpen } = table;
    const room = height - slack;
    const sums = [0];
    for (const row of rows)
      sums.push(sums.at(-1) + noted.of.reduce((sum, one) => sum + (row.contains(one.call) ? one.height : 0), 0));
    const noteHeight = (from, to) => {
      const all = sums[to + 1] - sums[from] + (from === 0 ? before : 0);
      return all === 0 ? 0 : all + noted.above;
    };
    const heightOf = (from, to) => places[to].bottom - places[from].top + noteHeight(from, to);
    let [from, used] = [0, y];
    while (from < rows.length) {
      const lastIndex = rows.length - 1;
      const forced = breaks.indexOf('forced', from + 1);
      const until = forced < 0 ? rows.length : forced;
      if (forced < 0 && !isOpen && used + heightOf(from, lastIndex) + table.foot <= room) return true;
      let next = -1;
      if (forced >= 0 && used + heightOf(from, until - 1) + table.forwardHeight <= room) next = until;
      for (let at = from; next < 0 && at < until; at += 1) if (used + heightOf(from, at) + table.forwardHeight > room) {
        let end = at;
        while (end > from && breaks[end] !== 'free') end -= 1;
        next = end > from ? end : 0;
      }
      if (next < 0) {
        // The rows fit, and what follows them does not: the last of them go along with it.
        let end = lastIndex;
        while (end > from && breaks[end] !== 'free') end -= 1;
        if (isOpen || end <= from) return true;
        next = end;
      }
      if (next === 0) {
        if (from === 0 && !table.isMoved) return false;
        next = from + 1;
        while (next < rows.length && breaks[next] !== 'free' && breaks[next] !== 'forced') next += 1;
        if (next >= rows.length) return true;
      }
      divide(table, next);
      from = next;
      used = table.head + table.broughtHeight + places[from].groupHead;
    }
    return true;
  };

  /** More rows than these do not decide where a table begins. */
  const shownRows = 12;
  const layOut = ({ root, ...setup }, own) => {
    const width = root.style.getPropertyValue('width');
    important(root, 'width', setup.width / (root.currentCSSZoom || 1) + 'px');
    for (const table of own) measure(table);
    root.style.removeProperty('width');
    if (width !== '') root.style.width = width;
    const noted = notedIn({ root, width: setup.width });
    const pages = parts.openPages(root, setup);
    for (const table of own) pages.fixTable(table.element);
    const hide = (table, from) => table.rows.slice(from).forEach((row) => pages.hide(row));
    for (const table of own) hide(table, shownRows);
    for (const table of own) {
      const topOf = (element) => {
        const rect = element.getClientRects()[0];
        return rect === undefined ? null : pages.yOf(rect).top;
      };
      const first = begunBy(table, 0);
      if (topOf(first) === null) continue;
      table.isMoved = topOf(table.element) < 1;
      const columnOf = (element) => pages.columnOf(element.getClientRects()[0]);
      const isBefore = ({ call }) =>
        (call.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
        call.getClientRects().length > 0 &&
        columnOf(call) === columnOf(first);
      const before = () => noted.of.filter(isBefore).reduce((sum, { height }) => sum + height, 0);
      const place = () => ({ height: pages.height, noted, before: before() });
      if (!divideAll(table, topOf(first), place())) {
        table.isMoved = true;
        pages.force(table.element);
        divideAll(table, topOf(first), place());
      }
      for (const row of table.rows.slice(shownRows)) pages.show(row);
      // For what follows the table only its last page matters.
      const { begun, last } = table;
      if (begun === undefined) continue;
      for (const row of [...table.rows, ...table.lines])
        if (row !== last && (row.compareDocumentPosition(begun) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) pages.hide(row);
      pages.borrow(begun, { 'break-before': 'column' });
    }
    pages.close();
    for (const [element, name] of taken.splice(0)) important(element, name, 'auto');
  };
  for (const place of parts.rootsOf(job)) {
    const own = tables.filter(({ element, rows }) => place.root.contains(element) && rows.length > 1);
    if (own.length > 0) layOut(place, own);
  }
}`;
