/**
 * Runs in the page: `openPages(root, setup)` lays out an element as columns of the size of a page's content, which
 * break where the printed pages break (docs/typesetting.md, "Pages before the print"). `setup` has the size in CSS
 * pixels and how much taller the first page is. Forced breaks between pages become breaks between columns until
 * `close()`.
 */
export const openPages = String.raw`function (root, setup) {
  const zoom = root.currentCSSZoom || 1;
  const { width, height, firstTaller } = setup ?? { width: 0, height: 0, firstTaller: 0 };
  const important = (element, name, value) => element.style.setProperty(name, value, 'important');
  const undone = [];
  const borrow = (element, values) => {
    const names = Object.keys(values);
    const old = names.map((name) => [
      name,
      element.style.getPropertyValue(name),
      element.style.getPropertyPriority(name),
    ]);
    for (const name of names) important(element, name, values[name]);
    const hadStyle = element.hasAttribute('style');
    const undo = () => {
      for (const [name, value, priority] of old) {
        if (value === '') element.style.removeProperty(name);
        else element.style.setProperty(name, value, priority);
      }
      if (element.getAttribute('style') === '') element.removeAttribute('style');
    };
    undone.push(undo);
    return undo;
  };
  const px = (length) => length / zoom + 'px';
  const isForced = (value) => /^(?:page|left|right|recto|verso)$/.test(value);
  /** Floats of the content, in order, without those in others. */
  const floats = [];
  /** Boxes that clip their content: columns never divide them, the printer does. */
  const clipping = [];
  const isClipping = (element, { overflowY }) =>
    /^(?:hidden|auto|scroll)$/.test(overflowY) &&
    (element !== document.body || getComputedStyle(document.documentElement).overflowY !== 'visible');
  const columnBreaks = () => {
    for (const element of root.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      const { breakBefore, breakAfter, breakInside, display, float } = style;
      if (display === 'none' || display === 'inline') continue;
      if (float !== 'none' && floats.at(-1)?.contains(element) !== true) floats.push(element);
      if (/^(?:block|flow-root|list-item|flex|grid)$/.test(display) && isClipping(element, style)) clipping.push(element);
      const own = {};
      if (isForced(breakBefore)) own['break-before'] = 'column';
      if (isForced(breakAfter)) own['break-after'] = 'column';
      if (breakBefore === 'avoid-page') own['break-before'] = 'avoid';
      if (breakAfter === 'avoid-page') own['break-after'] = 'avoid';
      if (breakInside === 'avoid-page') own['break-inside'] = 'avoid';
      if (Object.keys(own).length > 0) borrow(element, own);
    }
  };
  const unclipped = (element) => {
    const { display, minWidth } = getComputedStyle(element);
    return {
      overflow: 'visible',
      ...(display === 'block' && { display: 'flow-root' }),
      ...(display === 'list-item' && { display: 'flow-root list-item' }),
      ...(minWidth === 'auto' && { 'min-width': '0', 'min-height': '0' }),
    };
  };
  /** Boxes that clip content below their height: they are never divided. */
  const cutting = new Set();
  /** Boxes that are as tall as their content can be divided as the printer divides them. */
  const divideClipping = () => {
    for (const one of clipping) if (one.scrollHeight > one.clientHeight + 1) cutting.add(one);
    const open = clipping.filter((one) => !cutting.has(one));
    clipping.splice(0, Infinity, ...open);
    for (const [index, values] of open.map(unclipped).entries()) borrow(open[index], values);
    for (const one of cutting) if (one.offsetHeight < height) important(one, 'break-inside', 'avoid');
  };
  const isRightToLeft = getComputedStyle(root).direction === 'rtl';
  if (setup !== null) {
    columnBreaks();
    divideClipping();
  }
  if (setup !== null)
    borrow(root, {
      'box-sizing': 'content-box',
      width: px(width),
      height: px(height),
      'min-height': '0',
      'max-height': 'none',
      'column-width': px(width),
      'column-count': 'auto',
      'column-gap': px(width),
      'column-fill': 'auto',
      'column-rule': 'none',
    });
  const box = root.getBoundingClientRect();
  const [left, top] = [box.left, box.top];
  const stride = 2 * width;
  const sign = isRightToLeft ? -1 : 1;
  /** The page of a box in the window, from 0. */
  const columnOf = (rect) =>
    Math.floor((sign * (rect.left + (isRightToLeft ? rect.width - width : 0) - left) + width / 2) / stride);
  const yOf = (rect) => ({ top: rect.top - top, bottom: rect.bottom - top });
  const leftOf = (column) => left + sign * column * stride;

  /** Moves the top of the first element of the window, by its margin, to a height on its page. */
  const setTop = (element, y) => {
    let table = element.closest('table');
    let moved = table !== null && root.contains(table) && table !== root ? table : element;
    if (moved !== element)
      for (
        let outer = moved.parentElement.closest('table');
        outer !== null && root.contains(outer);
        outer = outer.parentElement.closest('table')
      )
        moved = outer;
    let margin = parseFloat(getComputedStyle(moved).marginTop) || 0;
    const undo = borrow(moved, { 'margin-top': margin + 'px' });
    for (let round = 0; round < 4; round += 1) {
      const found = element.getClientRects()[0];
      if (found === undefined) break;
      const off = y - yOf(found).top;
      if (Math.abs(off) < 0.02 && columnOf(found) === 0) break;
      margin += off / zoom;
      important(moved, 'margin-top', margin + 'px');
    }
    return undo;
  };
  /** Widths of the columns of a table stay as all of its rows make them, while some of them are hidden. */
  const fixed = new Set();
  const fixTable = (table) => {
    if (fixed.has(table)) return;
    fixed.add(table);
    const count = (row) => [...row.cells].reduce((sum, { colSpan }) => sum + colSpan, 0);
    const rows = [...table.rows];
    const row = rows.find(
      ({ cells }) =>
        cells.length > 0 && [...cells].every(({ colSpan }) => colSpan === 1) && cells.length === count(rows[0]),
    );
    if (row === undefined) return;
    for (const cell of row.cells)
      borrow(cell, { width: px(cell.getClientRects()[0].width), 'box-sizing': 'border-box' });
    borrow(table, { 'table-layout': 'fixed', width: px(table.getClientRects()[0].width) });
  };
  const hidden = new Map();
  const hide = (element) => {
    if (hidden.has(element)) return;
    const value = element.style.getPropertyValue('display');
    const priority = element.style.getPropertyPriority('display');
    important(element, 'display', 'none');
    hidden.set(element, [value, priority]);
  };
  const show = (element) => {
    const [value, priority] = hidden.get(element);
    element.style.removeProperty('display');
    if (value !== '') element.style.setProperty('display', value, priority);
    if (element.getAttribute('style') === '') element.removeAttribute('style');
    hidden.delete(element);
  };
  /** Sets a style that the print has, too. */
  const lasting = (element, name, value) => {
    const old = [element.style.getPropertyValue(name), element.style.getPropertyPriority(name)];
    important(element, name, value);
    return () => {
      if (old[0] === '') element.style.removeProperty(name);
      else element.style.setProperty(name, ...old);
    };
  };
  const forced = new Set();
  /** Begins a page with an element, in the print, too. */
  const force = (element) => {
    const undo = lasting(element, 'break-before', 'column');
    forced.add(element);
    return () => {
      forced.delete(element);
      undo();
    };
  };
  /** Begins a page with what follows an element. */
  const forceAfter = (element) => {
    for (let one = element; one !== root && one !== null; one = one.parentElement) {
      let next = one.nextElementSibling;
      while (next !== null && next.getClientRects().length === 0) next = next.nextElementSibling;
      if (next !== null) return void force(next);
    }
  };
  const close = () => {
    for (const element of [...hidden.keys()]) show(element);
    for (const undo of undone.reverse()) undo();
    // Notes are as wide as their page, also those that stand in a narrower box.
    for (const one of clipping)
      if (one.querySelector('[data-colophon-foot]') !== null)
        for (const [name, value] of Object.entries(unclipped(one))) important(one, name, value);
    for (const element of forced) important(element, 'break-before', 'page');
  };
  const first = root === document.documentElement ? document.body : root.firstElementChild;
  const rect = firstTaller === 0 ? undefined : first?.getClientRects()[0];
  if (rect !== undefined) setTop(first, yOf(rect).top - firstTaller);
  return {
    root,
    floats,
    cutting,
    width,
    height,
    zoom,
    px,
    important,
    borrow,
    lasting,
    force,
    forceAfter,
    columnOf,
    yOf,
    leftOf,
    setTop,
    fixTable,
    hide,
    show,
    hidden,
    close,
  };
}`;
