/**
 * Runs in the page: `rowOf(pages, item, needed)` makes pages of each box of a row (a grid or a flex box whose boxes stand
 * beside each other) that goes on over several pages, or that leaves no room for the height of its notes on any page;
 * null for any other box. The boxes are divided independently of each other, and the notes of each stand at its foot,
 * as in columns.
 */
export const rowOf = String.raw`function (pages, { kind, element, column, lastColumn, top, bottom }, needed) {
  if (kind !== 'box' || !(lastColumn >= column)) return null;
  // Chromium breaks a row within a row elsewhere in its print than in columns.
  if (pages.isInRow) return null;
  const style = getComputedStyle(element);
  const isRow =
    style.display === 'grid' ||
    (style.display === 'flex' && /^row/.test(style.flexDirection) && style.flexWrap === 'nowrap');
  if (!isRow || style.writingMode !== 'horizontal-tb') return null;
  if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) return null;
  const boxes = [...element.children].filter(
    (one) => one.getClientRects().length > 0 && !/^(?:absolute|fixed)$/.test(getComputedStyle(one).position),
  );
  const first = boxes[0]?.getClientRects()[0];
  const beginsWith = (rect) => pages.columnOf(rect) === column && Math.abs(rect.top - first.top) < 1;
  if (boxes.length === 0 || !boxes.every((one) => beginsWith(one.getClientRects()[0]))) return null;
  if (lastColumn === column && needed() <= pages.height - bottom + top) return null;
  const pagesOf = (box) => {
    const own = getComputedStyle(box);
    if (!/^(?:block|flow-root|list-item)$/.test(own.display)) return [];
    if (own.columnCount !== 'auto' || own.columnWidth !== 'auto') return [];
    const sides = (name) => ['border' + name + 'Width', 'padding' + name];
    const length = (side) => sides(side).reduce((sum, name) => sum + (parseFloat(own[name]) || 0) * pages.zoom, 0);
    const rect = box.getClientRects()[0];
    const inset = rect.left - pages.leftOf(column) + length('Left');
    const width = rect.width - length('Left') - length('Right');
    return [{ ...pages, isInRow: true, root: box, width, leftOf: (index) => pages.leftOf(index) + inset }];
  };
  const lastRect = () => {
    const rects = element.getClientRects();
    return rects[rects.length - 1];
  };
  const items = boxes.flatMap(pagesOf);
  const width = Math.max(0, ...items.map((one) => one.width));
  return {
    element,
    items,
    width,
    /** The share of its widest box in the page. */
    widest: width / pages.width,
    lastPage: () => pages.columnOf(lastRect()),
    /** How much of its last page is free below the row and its margin. */
    room: () => pages.height - pages.yOf(lastRect()).bottom - (parseFloat(style.marginBottom) || 0) * pages.zoom - 2,
  };
}`;
