/**
 * Runs in the page at the width of its content box: finds boxes that are wider than their page, and boxes that cut off
 * their content, bounded by `max` (`maxCount` in measure.ts). `widths` are the content widths of named pages.
 */
export const readOverflows = `(max, width, widths) => {
  const shown = (element) =>
    element.localName +
    (element.id ? '#' + element.id : element.classList.length > 0 ? '.' + element.classList[0] : '');
  const words = (element) => element.textContent.slice(0, 400).trim().replace(/\\s+/g, ' ').slice(0, 60).trim();
  const sheets = [...document.querySelectorAll('body > .colophon-sheet')];
  for (const sheet of sheets)
    if (widths[sheet.style.page] !== undefined) sheet.style.width = widths[sheet.style.page] + 'px';
  const wide = [],
    cut = [];
  const textBeyond = (element, box) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT),
      range = document.createRange();
    for (let count = 0, node; count < 500 && (node = walker.nextNode()) !== null; count += 1) {
      if (!/\\S/.test(node.data)) continue;
      range.selectNodeContents(node);
      const { right, left, bottom } = range.getBoundingClientRect();
      if (right > box.right + 2 || left < box.left - 2 || bottom > box.bottom + 4) return true;
    }
    return false;
  };
  const cutOff = (element, box) => {
    const style = getComputedStyle(element);
    const beyond = {
      right: element.scrollWidth - element.clientWidth,
      bottom: element.scrollHeight - element.clientHeight,
    };
    const clips = { right: style.overflowX !== 'visible', bottom: style.overflowY !== 'visible' };
    const edge = clips.right && beyond.right > 2 ? 'right' : clips.bottom && beyond.bottom > 4 ? 'bottom' : null;
    if (edge === null) return false;
    const meant =
      element.classList.contains('colophon-placed') ||
      box.width < 4 ||
      box.height < 4 ||
      style.textOverflow !== 'clip' ||
      style.webkitLineClamp !== 'none' ||
      style.clipPath !== 'none' ||
      style.clip !== 'auto' ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!meant && cut.length < max.findings && textBeyond(element, box))
      cut.push({
        kind: 'cut',
        element: shown(element),
        edge: edge === 'right' && style.direction === 'rtl' ? 'left' : edge,
        by: beyond[edge],
        text: words(element),
      });
    return true;
  };
  const visit = (root, start, end) => {
    const leftwards = getComputedStyle(root).direction === 'rtl';
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    const clipped = new Set();
    for (
      let count = 0, element = root;
      count < max.elements && element !== null;
      count += 1, element = walker.nextNode()
    ) {
      if (
        clipped.has(element.parentElement) ||
        /^(?:svg|input|textarea|select|math)$/.test(element.parentElement.localName)
      ) {
        clipped.add(element);
        continue;
      }
      const box = element.getBoundingClientRect();
      if (box.width === 0 && box.height === 0) continue;
      const scrolls =
        element.clientWidth > 0 &&
        (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 4);
      if (scrolls && element !== document.documentElement && element !== document.body && cutOff(element, box)) {
        clipped.add(element);
        continue;
      }
      // Notes at the foot of a page have its width as the printer makes it.
      const foot = element.closest('[data-colophon-foot]')?.getBoundingClientRect();
      const right = Math.max(box.right, scrolls ? box.left + element.scrollWidth : 0);
      const by = leftwards
        ? Math.min(start, foot?.left ?? start) - Math.min(box.left, scrolls ? box.right - element.scrollWidth : box.left)
        : right - Math.max(end, foot?.right ?? end);
      if (by > 1.5 && wide.length < 200)
        wide.push({
          of: element,
          finding: {
            kind: 'wide',
            element: shown(element),
            edge: leftwards ? 'left' : 'right',
            by,
            text: words(element),
          },
        });
    }
  };
  for (const root of sheets.length > 0 ? sheets : document.body ? [document.body] : []) {
    const start = sheets.length > 0 ? root.getBoundingClientRect().left : 0;
    visit(root, start, start + (widths[root.style.page] ?? width));
  }
  const innermost = wide.filter(
    ({ of, finding }) =>
      !wide.some((other) => other.of !== of && of.contains(other.of) && other.finding.by >= finding.by - 2),
  );
  return [...innermost.slice(0, max.findings).map(({ finding }) => finding), ...cut];
}`;
