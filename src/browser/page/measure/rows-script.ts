/**
 * Runs in the page: the rows of a table (`EvenRows`); `null` where they are unequally high, or where the document is
 * wider than its page, which Chromium then lays out anew. With collapsed borders, the first row and the last have a
 * little more or less of the borders than others. `repeated` has the numbers of rows of the head and the foot that each
 * page has.
 */
export const readRows = `(table, sheet, pageHeight, repeated) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.getClientRects().length > 0);
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const inner = boxes.length > 4 ? boxes.slice(1, -1) : boxes;
    const height = inner[0]?.height ?? 0;
    const isLike = (box, by) => Math.abs(box.height - height) < by;
    const isEven = height > 0 && inner.every((box) => isLike(box, 0.05)) && boxes.every((box) => isLike(box, 0.8));
    const fits = document.documentElement.scrollWidth <= innerWidth + 1;
    if (!isEven || !fits || pageHeight === Infinity) return null;
    const pitches = inner.slice(1).map((box, index) => box.top - inner[index].top);
    const pitch = pitches[0] ?? 0;
    const staysTogether = (element) =>
      ['breakBefore', 'breakAfter'].every((name) => /^(?:auto|avoid.*)$/.test(getComputedStyle(element)[name]));
    const upToTable = [...document.querySelectorAll('body, body *')].filter(
      (element) => element === table || element.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const follow =
      pitches.length > 2 &&
      pitches.every((one) => Math.abs(one - pitch) < 0.05) &&
      pitch < 3.2 * parseFloat(getComputedStyle(rows[0]).fontSize) &&
      upToTable.every(staysTogether);
    if (!follow) return { height, pageHeight, places: null };
    const range = document.createRange();
    const contentEnd = (cell) => {
      range.selectNodeContents(cell);
      const text = range.getBoundingClientRect().height;
      const { lineHeight, paddingTop } = getComputedStyle(cell);
      const lines = Math.max(text, parseFloat(lineHeight) || 0);
      return text === 0 ? Infinity : cell.clientTop + parseFloat(paddingTop) + lines;
    };
    const undivided = Math.min(height, ...rows.slice(1, -1).flatMap((row) => [...row.cells].map(contentEnd)));
    const onEachPage = (group, rows) => (rows > 0 ? group.getBoundingClientRect().height + pitch - height : 0);
    const places = {
      pitch,
      undivided,
      second: boxes[1].top + scrollY,
      head: onEachPage(table.tHead, repeated.head),
      foot: onEachPage(table.tFoot, repeated.foot),
    };
    return { height, pageHeight, places };
  }`;
