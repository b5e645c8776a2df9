/**
 * Runs in the page: `carryTotals(parts, job)` ends each page on which a table goes on with a row of the sums so far, and
 * begins the next page with a row that repeats them. Where a table begins on its page shows a layout in columns
 * (`openPages`); from there on each page is forced to end where its rows, with the sums, do not fill it beyond its height.
 */
export const carryTotals = String.raw`function (parts, job) {
  const { tables } = parts.carryTables(job.sums, job.labels);
  const { measureAll, begunBy, divide, endOfPage, least, keepBreaks } = parts.carryRows(job);

  /** Divides a table whose first row is at a height on its page; false where not even that row fits there. */
  const divideAll = (table, y, height) => {
    const notes = () => 0;
    let [from, used] = [0, y];
    for (;;) {
      let next = endOfPage(table, from, { used, height, notes });
      if (next === 0) {
        if (from === 0 && !table.isMoved) return false;
        next = least(table, from);
      }
      if (next >= table.rows.length) return true;
      divide(table, next);
      from = next;
      used = table.head + table.broughtHeight + table.places[from].groupHead;
    }
  };

  /** More rows than these do not decide where a table begins. */
  const shownRows = 12;
  const layOut = ({ root, ...setup }, own) => {
    measureAll(root, setup.width, own);
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
      if (!divideAll(table, topOf(first), pages.height)) {
        table.isMoved = true;
        pages.force(table.element);
        divideAll(table, topOf(first), pages.height);
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
    keepBreaks();
  };
  for (const place of parts.rootsOf(job)) {
    const own = tables.filter(({ element, rows }) => place.root.contains(element) && rows.length > 1);
    if (own.length > 0) layOut(place, own);
  }
}`;
