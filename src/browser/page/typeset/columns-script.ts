/**
 * Runs in the page: `columnsOf(pages, item)` makes pages of the columns of a box (CSS Multi-column Layout) that goes on
 * over several pages; null for any other box. Its notes stand at the feet of the columns, and those of its last page,
 * where the columns are balanced, at the foot of that page.
 */
export const columnsOf = String.raw`function (pages, { kind, element, column, lastColumn, top }) {
  if (kind !== 'box' || !(lastColumn > column)) return null;
  // A box that begins low on a page and ends on the next one had better begin there.
  if (lastColumn - column < 2 && top > pages.height / 2) return null;
  const style = getComputedStyle(element);
  if (style.columnCount === 'auto' && style.columnWidth === 'auto') return null;
  if (!/^(?:block|flow-root|list-item)$/.test(style.display) || style.direction === 'rtl') return null;
  const spans = (one) => getComputedStyle(one).columnSpan === 'all';
  if ([...element.children].some(spans)) return null;
  const length = (name) => parseFloat(style[name]) || 0;
  const first = element.getClientRects()[0];
  const inset = first.left - pages.leftOf(column) + length('borderLeftWidth') + length('paddingLeft');
  const inner =
    first.width -
    ['borderLeftWidth', 'borderRightWidth', 'paddingLeft', 'paddingRight'].reduce((sum, name) => sum + length(name), 0);
  const gap = style.columnGap === 'normal' ? parseFloat(style.fontSize) : length('columnGap');
  const most = style.columnCount === 'auto' ? Infinity : Number(style.columnCount);
  const fitting =
    style.columnWidth === 'auto' ? Infinity : Math.max(1, Math.floor((inner + gap) / (length('columnWidth') + gap)));
  const count = Math.min(most, fitting);
  if (!Number.isFinite(count) || pages.zoom !== 1) return null;
  const width = (inner - (count - 1) * gap) / count;
  const columnOf = (rect) => {
    const page = pages.columnOf({ left: rect.left, width: rect.width });
    const at = Math.floor((rect.left - pages.leftOf(page) - inset + width / 4) / (width + gap));
    return page * count + Math.max(0, Math.min(count - 1, at));
  };
  const leftOf = (index) => pages.leftOf(Math.floor(index / count)) + inset + (index % count) * (width + gap);
  const lastPage = () => {
    const rects = element.getClientRects();
    return pages.columnOf(rects[rects.length - 1]);
  };
  const isOver = (index) => Math.floor(index / count) >= lastPage();
  const force = (one) => pages.lasting(one, 'break-before', 'column');
  const pageAt = (index) => Math.floor(index / count);
  return { ...pages, root: element, width, columnOf, leftOf, lastPage, isOver, force, pageAt, widest: width / pages.width };
}`;
