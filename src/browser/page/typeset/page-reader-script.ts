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
  const follows = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  /** The first item after which a page may end and still have a float: the line of the float, or the item before it. */
  const holderOfFloat = (float, own) => {
    const block = own.findLast((item) => item.kind === 'line' && item.block.contains(float))?.block;
    const isAfter = (item) => item.block === block && item.nodes.some((node) => follows(float, node));
    const line = block === undefined ? -1 : own.findIndex(isAfter);
    return line >= 0 ? line : own.findLastIndex((item) => follows(item.nodes[0] ?? item.element, float));
  };
  /**
   * The calls on a page from the first one without a note on, each with the item that has it. A float may go on on later
   * pages, beside text that begins before its calls: these wait for their page.
   */
  const callsOn = ({ column, own }) => {
    const [found, later] = [[], []];
    for (const one of queue.calls.slice(queue.at)) {
      if (!root.contains(one.call)) break;
      const rect = one.call.getClientRects()[0];
      const float = pages.floats.find((other) => other.contains(one.call));
      if (rect === undefined ? isAhead(one.call) : pages.columnOf(rect) > column) {
        if (float === undefined) break;
        later.push(one);
        continue;
      }
      const holder =
        rect === undefined
          ? -1
          : float === undefined
            ? own.findIndex((item) => holds(item, one.call, rect))
            : holderOfFloat(float, own);
      found.push({ ...one, one, holder });
    }
    if (later.length > 0)
      queue.calls.splice(queue.at, found.length + later.length, ...found.map(({ one }) => one), ...later);
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
