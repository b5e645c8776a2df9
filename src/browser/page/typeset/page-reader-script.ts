/**
 * Runs in the page: `pageReader(pages, breaks, options)` reads what stands on a page, and which notes are called on it.
 */
export const pageReader = String.raw`function (pages, breaks, { view, queue }) {
  const { root } = pages;
  /** What stands on a page, from a node on. A box that is not divided stands on its first page, and on its last. */
  const read = (from, page) => {
    const column = page - view.base;
    const items = breaks.itemsFrom(from, column);
    const ended = items.filter((item) => item.column < column && item.lastColumn === column);
    return {
      column,
      own: [...ended.map((item) => ({ ...item, column, top: 0 })), ...items.filter((item) => item.column === column)],
      next: items.find((item) => item.column > column),
    };
  };
  const firstColumn = () => breaks.itemsFrom(root.firstChild, -1)[0]?.column ?? 0;
  /** True for what the window has not reached yet. */
  const isAhead = (element) => {
    for (let one = element; one !== null && one !== root; one = one.parentElement)
      if (pages.hidden.has(one)) return true;
    return false;
  };
  const holds = (item, call, rect) =>
    item.kind === 'line'
      ? item.block.contains(call) && breaks.overlaps(item, pages.yOf(rect))
      : item.element.contains(call);
  /** The calls on a page from the first one without a note on, each with the item that has it. */
  const callsOn = ({ column, own }) => {
    const found = [];
    for (const one of queue.calls.slice(queue.at)) {
      if (!root.contains(one.call)) break;
      const rect = one.call.getClientRects()[0];
      if (rect === undefined ? isAhead(one.call) : pages.columnOf(rect) > column) break;
      const holder = rect === undefined ? -1 : own.findIndex((item) => holds(item, one.call, rect));
      found.push({ ...one, one, holder });
    }
    return found;
  };
  /** The notes called before an element wait for the next foot. Returns their calls. */
  const deferUpTo = (element) => {
    const deferred = [];
    while (queue.at < queue.calls.length) {
      const one = queue.calls[queue.at];
      const isAfter = element.compareDocumentPosition(one.call) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (element.contains(one.call) || isAfter) break;
      deferred.push(one);
      queue.carry.push(one.note);
      queue.at += 1;
    }
    return deferred;
  };
  return { read, firstColumn, callsOn, deferUpTo };
}`;
