import { readRows } from './rows-script.ts';

/**
 * Runs in the page: for each sheet, measures its table and whether its elements lay out their content in blocks
 * (`SheetLook`). The window is as wide as the content box of the main pages (`width`); sheets on other pages get the
 * width there.
 */
export const readLooks = `(width, widths) => {
  const evenRows = ${readRows};
  return [...document.querySelectorAll('body > .colophon-sheet')].map((sheet) => {
    const zoom = sheet.currentCSSZoom;
    const own = widths[sheet.style.page];
    if (own !== undefined && own !== width)
      sheet.style.width = (sheet.getBoundingClientRect().width + own - width) / zoom + 'px';
    const isThere = (element) => element.style.display !== 'none';
    const table = [...sheet.querySelectorAll('table')].find(isThere) ?? null;
    const plain = {
      boxShadow: 'none',
      backgroundImage: 'none',
      borderImageSource: 'none',
      maskImage: 'none',
      clipPath: 'none',
      filter: 'none',
      transform: 'none',
      boxDecorationBreak: 'slice',
      float: 'none',
      writingMode: 'horizontal-tb',
    };
    const holding = { ...plain, columnCount: 'auto', columnWidth: 'auto', contain: 'none' };
    const is = (style, wanted) =>
      Object.entries(wanted).every(([name, value]) => style[name] === undefined || style[name] === value);
    const isLow = (value) => value.unit === 'px' && value.value <= 32;
    const isAuto = (element) =>
      ['height', 'max-height', 'min-height'].every((name) => {
        const value = element.computedStyleMap().get(name);
        return /^(?:auto|none|0px|)$/.test(value?.toString() ?? '') || (name === 'min-height' && isLow(value));
      });
    const flowsIn = (element) => {
      const style = getComputedStyle(element);
      return (
        /^(?:block|flow-root)$/.test(style.display) &&
        !/content/.test(element.computedStyleMap().get('width')?.toString() ?? '') &&
        element.currentCSSZoom === sheet.currentCSSZoom &&
        is(style, holding) &&
        /^(?:static|relative)$/.test(style.position) &&
        isAuto(element)
      );
    };
    const cut = [];
    let innermost = table?.parentElement ?? sheet;
    if (table === null)
      for (let next = innermost; next !== undefined; next = [...innermost.children].find(isThere)) innermost = next;
    for (let element = innermost; element !== sheet; element = element.parentElement) cut.push(element);
    const outer = [sheet, document.body, document.documentElement].every((element) =>
      is(getComputedStyle(element), {
        ...plain,
        backgroundImage: getComputedStyle(element).backgroundImage,
        columnCount: 'auto',
        columnWidth: 'auto',
      }),
    );
    const flows = outer && cut.every(flowsIn);
    if (table === null) return { table: null, flows };
    const all = [...table.rows].reduce((max, row) => (row.cells.length > max.length ? [...row.cells] : max), []);
    const columns = all.map((cell) => cell.getBoundingClientRect().width / zoom);
    const known = all.every((cell) => cell.colSpan === 1) && columns.reduce((total, one) => total + one, 0) > 0;
    const style = getComputedStyle(table);
    const page = parseFloat(getComputedStyle(sheet).getPropertyValue('--content-height')) * zoom || Infinity;
    const repeats = (group, display) => {
      const own = group && getComputedStyle(group);
      const repeated =
        group !== null &&
        own.display === display &&
        own.breakInside === 'avoid' &&
        group.getBoundingClientRect().height * 4 <= page;
      return repeated ? [...group.rows].filter((row) => row.getClientRects().length > 0).length : 0;
    };
    const wide = table.getBoundingClientRect().width / zoom;
    const repeated = {
      head: repeats(table.tHead, 'table-header-group'),
      foot: repeats(table.tFoot, 'table-footer-group'),
    };
    const size = {
      rows: evenRows(table, sheet, page, repeated),
      width: wide,
      isWider: wide > table.parentElement.clientWidth + 1.5,
      columns,
      repeats: repeated,
    };
    const cols = [...table.querySelectorAll(':scope > colgroup, :scope > colgroup > col')];
    const single =
      cols.length === 0 ||
      (cols.filter(({ localName }) => localName === 'col').length === columns.length &&
        cols.every((col) => !col.hasAttribute('span') && getComputedStyle(col).visibility === 'visible'));
    const isTable =
      style.display === 'table' &&
      single &&
      table.currentCSSZoom === sheet.currentCSSZoom &&
      is(style, plain) &&
      isAuto(table) &&
      (table.caption === null || getComputedStyle(table.caption).captionSide === 'top');
    return { table: known ? size : null, flows: flows && isTable };
  });
}`;
