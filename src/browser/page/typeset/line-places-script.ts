/**
 * Runs in the page: `linePlaces(pages, breaks)` finds places in the texts of a line: before its last word, and at its
 * end.
 */
export const linePlaces = String.raw`function ({ columnOf, yOf }, breaks) {
  const range = document.createRange();
  /** Where a character is: 0 on the line, 1 after it, -1 before it; null where it is not shown. */
  const isOnLine = (item, node) => (at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const rect = range.getClientRects()[0];
    return rect === undefined
      ? null
      : columnOf(rect) === item.column && breaks.overlaps(item, yOf(rect))
        ? 0
        : columnOf(rect) > item.column || (columnOf(rect) === item.column && yOf(rect).top > item.top)
          ? 1
          : -1;
  };
  /** Offset after the last character of a text on a line. */
  const endOf = (node, isOn) => {
    let [low, high] = [0, node.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      let at = middle;
      while (at < high && isOn(at) === null) at += 1;
      if (at < high && isOn(at) === 1) high = middle;
      else low = at < high ? at + 1 : high;
    }
    return low;
  };
  /** Offset in the last text of a line before its last word, or before its last character. */
  const lastWord = (item) => {
    const texts = item.nodes.filter((node) => node.nodeType === 3);
    const free = texts.filter((node) => node.parentElement.closest('a, sup, sub, [role=doc-noteref]') === null);
    for (const node of [...free.reverse(), ...texts.reverse()]) {
      const isOn = isOnLine(item, node);
      const end = endOf(node, isOn);
      let begin = end;
      while (begin > 0 && isOn(begin - 1) !== -1) begin -= 1;
      const isFirst = node === item.nodes[0];
      const line = node.data.slice(begin, end).trimEnd();
      const word = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\n')) + 1;
      if (word > 0 && line.slice(0, word).trim() !== '') return { node, at: begin + word };
      if (!isFirst && line !== '') return { node, at: begin };
      if (line.length > 1) return { node, at: begin + line.length - 1 };
    }
    return null;
  };
  /** Offset in the last text of a line after its line feed; null where it has none. */
  const lineEnd = (item) => {
    const node = item.nodes.at(-1);
    if (node.nodeType !== 3) return null;
    const end = endOf(node, isOnLine(item, node));
    const at = [end - 1, end].find((one) => node.data[one] === '\n');
    return at === undefined ? null : { node, at: at + 1 };
  };
  return { lastWord, lineEnd };
}`;
