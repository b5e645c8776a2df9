/**
 * Runs in the page: `noteSplitter(pages, look)` divides a note that is longer than the rest of its page, between two of
 * its lines.
 */
export const noteSplitter = String.raw`function (pages, look) {
  /** Offset of the first shown character of a text below a height; the length of the text where there is none. */
  const firstBelow = (node, bottom) => {
    const range = document.createRange();
    const shownFrom = (from) => {
      for (let at = from; at < node.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const rect = range.getClientRects()[0];
        if (rect !== undefined) return { at, isBelow: pages.yOf(rect).bottom > bottom };
      }
      return { at: node.length, isBelow: true };
    };
    let [low, high] = [0, node.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const shown = shownFrom(middle);
      if (shown.isBelow) high = middle;
      else low = shown.at + 1;
    }
    return shownFrom(low).at;
  };
  /** What of a note is below a height, as a note of its own; null where there is nothing. */
  const splitNote = (note, bottom) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(note, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if (![...range.getClientRects()].some((rect) => pages.yOf(rect).bottom > bottom)) continue;
      const at = firstBelow(node, bottom);
      if (at < node.length) {
        range.setStart(node, at);
        range.setEndAfter(note.lastChild);
        const rest = document.createElement('div');
        rest.style.cssText = note.style.cssText + look.rest;
        // The text goes on after the last line of the first part.
        if (note.style.textAlign === 'justify') pages.important(note, 'text-align-last', 'justify');
        rest.setAttribute('role', 'doc-footnote');
        rest.setAttribute('data-colophon-note', '');
        rest.append(range.extractContents());
        for (const one of rest.querySelectorAll('[id]')) one.removeAttribute('id');
        return rest;
      }
    }
    return null;
  };

  /** The lower edges of the lines of a note. */
  const linesIn = (note) => {
    const range = document.createRange();
    range.selectNodeContents(note);
    const bottoms = [];
    for (const rect of range.getClientRects()) {
      const { top, bottom } = pages.yOf(rect);
      const before = bottoms.at(-1);
      if (before !== undefined && top < before - 2) bottoms[bottoms.length - 1] = Math.max(before, bottom);
      else bottoms.push(bottom);
    }
    return bottoms;
  };
  return { splitNote, linesIn };
}`;
