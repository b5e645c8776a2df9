/**
 * Runs in the page: the rows of a table (`EvenRows`); `null` where they are unequally high. With collapsed borders, the
 * first row and the last have more or less of the borders than others.
 */
export const readRows = `(table, sheet, pageHeight) => {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.getClientRects().length > 0);
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const inner = boxes.length > 4 ? boxes.slice(1, -1) : boxes;
    const height = inner[0]?.height ?? 0;
    const isEven = height > 0 && inner.every((box) => Math.abs(box.height - height) < 0.05);
    if (!isEven || pageHeight === Infinity) return null;
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
      sheet.currentCSSZoom === 1 &&
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
    const tall = (group) => (group ? group.getBoundingClientRect().height + pitch - height : 0);
    const second = boxes[1].top + scrollY;
    const places = { pitch, undivided, second, head: tall(table.tHead), foot: tall(table.tFoot) };
    return { height, pageHeight, places };
  }`;
