/**
 * Runs in the page: `openWindow(pages, breaks)` lays out a few pages of an element at a time, so that each page of a
 * long document costs as much as one of a short document. Content before and after the window is hidden; the first
 * element of the window stays at its height on its page.
 */
export const openWindow = String.raw`function (pages, breaks) {
  const { root, columnOf, yOf } = pages;
  /** Pages in the window after its first element, as they were before anything was moved. */
  const ahead = 3;
  const units = [];
  /** Rows that were added beside units later, by the unit that they are shown and hidden with. */
  const joined = new Map();
  /** Elements that are divided into units, with the number of units up to their ends. */
  const divided = [];
  const indexOf = new Map();
  const isBlank = (element) => [...element.childNodes].every((node) => node.nodeType !== 3 || node.data.trim() === '');
  const divides = (element, style) => {
    if (breaks.isOurs(element) || style.position !== 'static' || style.float !== 'none') return false;
    if (!/^(?:block|list-item|flow-root|table|table-row-group)$/.test(style.display)) return false;
    if (style.columnCount !== 'auto' || style.columnWidth !== 'auto') return false;
    return isBlank(element);
  };
  let latest = 0;
  const list = (element) => {
    for (const child of element.children) {
      const rects = child.getClientRects();
      const style = rects.length === 0 ? null : getComputedStyle(child);
      if (style === null || /^(?:absolute|fixed)$/.test(style.position)) continue;
      const spans = columnOf(rects[rects.length - 1]) - columnOf(rects[0]);
      if (spans > 0 && divides(child, style)) {
        if (style.display === 'table') pages.fixTable(child);
        if (style.display !== 'table') list(child);
        else for (const body of child.tBodies) list(body);
        divided.push({ element: child, end: units.length });
        continue;
      }
      latest = Math.max(latest, columnOf(rects[0]));
      indexOf.set(child, units.length);
      units.push({ element: child, column: latest });
    }
  };
  if (isBlank(root)) list(root);
  let shown = units.length;
  let hiddenTo = 0;
  let base = 0;
  let undoTop = () => undefined;
  let works = units.length > 0;
  const partsOf = (index) => [units[index].element, ...(joined.get(index) ?? [])];
  const showUnit = (index) => {
    for (const one of partsOf(index)) if (pages.hidden.has(one)) pages.show(one);
  };
  const showUpTo = (column) => {
    while (shown < units.length && units[shown].column <= column) {
      showUnit(shown);
      shown += 1;
    }
  };
  const unitWith = (node) => {
    for (let one = node; one !== null && one !== root; one = one.parentNode)
      if (indexOf.has(one)) return indexOf.get(one);
    return -1;
  };
  if (works) {
    shown = units.findIndex(({ column }) => column > ahead);
    if (shown < 0) shown = units.length;
    for (const { element } of units.slice(shown)) pages.hide(element);
  }
  /** True where a float of the content before reaches beside or below the top of an element. */
  const isBesideFloat = (element, first) =>
    pages.floats.some((float) => {
      const isBefore = float.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      const rects = isBefore === 0 || element.contains(float) ? [] : [...float.getClientRects()];
      const last = rects.at(-1);
      if (last === undefined) return false;
      return columnOf(last) > columnOf(first) || (columnOf(last) === columnOf(first) && yOf(last).bottom > yOf(first).top);
    });
  /** Moves the window, so that it begins with what contains a node, unless hiding a float before it would move that. */
  const moveTo = (node) => {
    const index = works ? unitWith(node) : -1;
    if (index <= 0 || index <= hiddenTo) return;
    const { element, column } = units[index];
    const first = element.getClientRects()[0];
    if (first === undefined || isBesideFloat(element, first)) return;
    const [page, y] = [base + columnOf(first), yOf(first).top];
    showUpTo(column + ahead);
    undoTop();
    for (let one = hiddenTo; one < index; one += 1) partsOf(one).forEach(pages.hide);
    const ended = divided.filter(({ end }) => end > hiddenTo && end <= index);
    for (const one of ended) pages.hide(one.element);
    // What begins the window begins its page, and a break before it would begin another.
    const before = (joined.get(index) ?? []).filter((one) => !element.contains(one));
    const freed = before.map((one) => pages.borrow(one, { 'break-before': 'auto' }));
    undoTop = pages.setTop(element, y);
    const now = element.getClientRects()[0];
    if (now !== undefined && columnOf(now) === 0 && Math.abs(yOf(now).top - y) < 0.5) {
      hiddenTo = index;
      base = page;
      return;
    }
    undoTop();
    for (const undo of freed) undo();
    undoTop = () => undefined;
    for (let one = 0; one < shown; one += 1) showUnit(one);
    for (const { element: one } of divided) if (pages.hidden.has(one)) pages.show(one);
    showUpTo(Infinity);
    [hiddenTo, base, works] = [0, 0, false];
  };
  /** Lets the window reach a few pages beyond the place of a node. */
  const reach = (node) => {
    const index = works ? unitWith(node) : -1;
    if (index >= 0) showUpTo(units[index].column + ahead);
  };
  /** Shows more of the content after the window; false where there is none. */
  const more = () => {
    if (shown === units.length) return false;
    showUpTo(units[shown].column + ahead);
    return true;
  };
  /** Lets a new row be a part of the unit of another. */
  const join = (row, other) => {
    const index = works ? unitWith(other) : -1;
    if (index < 0) return;
    joined.set(index, [...(joined.get(index) ?? []), row]);
    indexOf.set(row, index);
  };
  return {
    join,
    moveTo,
    reach,
    more,
    get base() {
      return base;
    },
    units,
  };
}`;
