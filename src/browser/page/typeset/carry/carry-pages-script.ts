/**
 * Runs in the page: `carryPages(parts, job)` carries the sums of tables in a layout with footnotes, page by page: the
 * notes of rows, and those of the text before a table, take room at the foot of its pages.
 */
export const carryPages = String.raw`function (parts, job) {
  const { tables } = job === null ? { tables: [] } : parts.carryTables(job.sums, job.labels);
  const { measureAll, begunBy, divide, endOfPage, least, keepBreaks } = parts.carryRows(job);
  /** Room that is left free between the end of a table and notes. CSS pixels. */
  const spare = 16;
  const isBefore = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const ofRoot = (root) => tables.filter(({ element, rows }) => root.contains(element) && rows.length > 1);

  /** Begins a page with a table, and with the headings that stay with it. */
  const move = (pages, { element }) => {
    let first = element;
    while (/^avoid/.test(first.previousElementSibling === null ? '' : getComputedStyle(first.previousElementSibling).breakAfter))
      first = first.previousElementSibling;
    pages.force(first);
  };

  /** Opens the layout of a root; null where it has no such tables. */
  const open = (root, width, calls) => {
    const own = ofRoot(root);
    if (own.length === 0) return null;
    measureAll(root, width, own);
    for (const table of own) {
      table.from = 0;
      table.below = (parseFloat(getComputedStyle(table.element).marginBottom) || 0) * (root.currentCSSZoom || 1);
      table.notes = table.rows.map(() => []);
      for (const { call, note } of calls) {
        const index = table.element.contains(call) ? table.rows.findIndex((row) => row.contains(call)) : -1;
        if (index >= 0) table.notes[index].push(note);
      }
    }
    /** Ends the page of a table that goes on after it; true where something has changed. */
    const endPage = (pages, view, { column, found, carry, heightOf }) => {
      for (const table of own) {
        if (table.from === table.rows.length) continue;
        const first = table.from === 0 ? begunBy(table, 0) : table.begun.rows?.[0] ?? table.begun;
        const rect = first.getClientRects()[0];
        if (rect === undefined || pages.columnOf(rect) !== column) return false;
        const { top, bottom } = pages.yOf(rect);
        const waiting = [...carry, ...found.filter(({ call }) => isBefore(call, first) && !first.contains(call)).map(({ note }) => note)];
        const notes = (to) => {
          const all = [...waiting, ...table.notes.slice(table.from, to + 1).flat()];
          if (all.length === 0) return 0;
          // Where the table ends, the notes stand below its margin; a page without that room ends earlier, with a sum.
          const below = to === table.rows.length - 1 ? table.below + spare : 0;
          return all.reduce((sum, note) => sum + heightOf(note), heightOf(null) + below);
        };
        if (table.from === 0) table.isMoved ??= pages.yOf(table.element.getClientRects()[0]).top < 1;
        const used = table.from === 0 ? top : bottom;
        let next = endOfPage(table, table.from, { used, height: pages.height, notes });
        if (next === 0 && table.from === 0 && !table.isMoved) {
          table.isMoved = true;
          move(pages, table);
          return true;
        }
        if (next === 0) next = least(table, table.from);
        table.from = next;
        if (next === table.rows.length) continue;
        divide(table, next);
        view.join(table.last, table.rows[next - 1]);
        view.join(table.begun, table.rows[next]);
        pages.force(table.begun);
        return true;
      }
      return false;
    };
    return { endPage, fix: (pages) => own.forEach(({ element }) => pages.fixTable(element)), close: keepBreaks };
  };
  return { open, isIn: (root) => ofRoot(root).length > 0, none: tables.length === 0 };
}`;
