/**
 * Runs in the page: `readBreaks(pages)` finds what stands on a page of `openPages`, in order, and where the page may
 * end instead: lines of text, and boxes that are never divided (rows, pictures, grids).
 */
export const readBreaks = String.raw`function (pages) {
  const { root, columnOf, yOf } = pages;
  const isOurs = (node) => node.nodeType === 1 && node.hasAttribute('data-colophon-foot');
  const styleOf = (element) => getComputedStyle(element);
  const isInline = (display) => /^(?:inline|ruby|ruby-text|contents)$/.test(display);
  const isTablePart = (display) => /^table(?:-row-group|-header-group|-footer-group)?$/.test(display);
  /** Boxes below each other, in the order of the text. */
  const isStack = ({ display, flexDirection, flexWrap }) =>
    display === 'flex' && flexDirection === 'column' && flexWrap === 'nowrap';
  const opens = (element, style) =>
    (/^(?:block|list-item|flow-root)$/.test(style.display) || isStack(style)) &&
    style.columnCount === 'auto' &&
    style.columnWidth === 'auto' &&
    !replaced.has(element.localName) &&
    !pages.cutting.has(element);
  const replaced = new Set([
    'img',
    'svg',
    'video',
    'canvas',
    'hr',
    'iframe',
    'object',
    'embed',
    'input',
    'textarea',
    'select',
    'button',
    'math',
    'fieldset',
  ]);
  const nests = (row) =>
    row.cells?.length === 1 && row.cells[0].firstElementChild?.getAttribute('role') === 'presentation';
  const overlaps = (item, rect) =>
    Math.min(item.bottom, rect.bottom) - Math.max(item.top, rect.top) >
    Math.min(item.bottom - item.top, rect.bottom - rect.top) / 2;

  /** What stands on pages from a node on, up to the first thing on a page after the given one. */
  const itemsFrom = (start, page) => {
    known.clear();
    nearFloats = null;
    const items = [];
    let ended = false;
    const path = new Map();
    for (let node = start; node !== null && node !== root; node = node.parentNode) path.set(node.parentNode, node);
    const addLine = (node, block, rect) => {
      const column = columnOf(rect);
      const { top, bottom } = yOf(rect);
      const last = items.at(-1);
      if (last?.kind === 'line' && last.block === block && last.column === column && overlaps(last, { top, bottom })) {
        last.top = Math.min(last.top, top);
        last.bottom = Math.max(last.bottom, bottom);
        if (last.nodes.at(-1) !== node) last.nodes.push(node);
        return;
      }
      if (column > page && items.length > 0) ended = true;
      items.push({ kind: 'line', block, element: block, column, top, bottom, nodes: [node] });
    };
    const addBox = (element) => {
      const rects = element.getClientRects();
      if (rects.length === 0) return;
      const column = columnOf(rects[0]);
      const last = rects[rects.length - 1];
      if (column > page && items.length > 0) ended = true;
      items.push({
        kind: 'box',
        block: element,
        element,
        column,
        lastColumn: columnOf(last),
        top: yOf(rects[0]).top,
        bottom: yOf(last).bottom,
        nodes: [],
      });
    };
    const visitText = (node, block) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (ended) return;
        if (rect.width > 0 || rect.height > 0) addLine(node, block, rect);
      }
    };
    const children = (element, block) => {
      let child = path.get(element) ?? element.firstChild;
      for (; child !== null && !ended; child = child.nextSibling) visit(child, block);
    };
    const visit = (node, block) => {
      if (node.nodeType === 3) return visitText(node, block);
      if (node.nodeType !== 1 || isOurs(node) || pages.hidden.has(node)) return;
      const style = styleOf(node);
      const { display, position, float } = style;
      if (display === 'none' || position === 'absolute' || position === 'fixed' || float !== 'none') return;
      if (isInline(display) && !replaced.has(node.localName)) return children(node, block);
      if (display.startsWith('inline') || (replaced.has(node.localName) && isInline(display))) {
        for (const rect of node.getClientRects()) if (!ended) addLine(node, block, rect);
        return;
      }
      if (display === 'table-row' && !nests(node)) return addBox(node);
      if (
        opens(node, style) ||
        isTablePart(display) ||
        (display === 'table-row' && nests(node)) ||
        (display === 'table-cell' && nests(node.parentNode))
      )
        return children(node, node);
      addBox(node);
    };
    children(root, root);
    return items;
  };

  const chain = (element, common) => {
    const found = [];
    for (let one = element; one !== null && one !== common && one !== root; one = one.parentElement) found.push(one);
    return found;
  };
  const commonOf = (one, other) => {
    let common = one;
    while (!common.contains(other)) common = common.parentElement;
    return common;
  };
  const known = new Map();
  const linesOf = (block) => {
    if (!known.has(block)) known.set(block, countLines(block));
    return known.get(block);
  };
  const countLines = (block) => {
    const lines = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
      isOurs(node) ? NodeFilter.FILTER_REJECT : node.nodeType === 3 ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
    );
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const one = { column: columnOf(rect), ...yOf(rect) };
        const last = lines.at(-1);
        if (last !== undefined && last.column === one.column && overlaps(last, one)) {
          last.top = Math.min(last.top, one.top);
          last.bottom = Math.max(last.bottom, one.bottom);
        } else lines.push(one);
      }
    }
    return lines;
  };
  const spans = (row) => {
    let above = row.previousElementSibling;
    for (let distance = 1; above !== null && distance <= 60; above = above.previousElementSibling, distance += 1)
      for (const cell of above.cells ?? []) if (cell.rowSpan > distance || cell.rowSpan === 0) return true;
    return false;
  };
  const avoids = (value) => /^avoid/.test(value);
  /** True where a page may end between two items. */
  const mayBreak = (before, after) => {
    const common = commonOf(before.element, after.element);
    for (let one = common; one !== null && one !== root; one = one.parentElement)
      if (avoids(styleOf(one).breakInside)) return false;
    if (before.kind === 'line' && before.block === after.block) {
      const lines = linesOf(before.block);
      const index = lines.findIndex((line) => line.column === before.column && overlaps(line, before));
      const { orphans, widows } = styleOf(before.block);
      return index + 1 >= Number(orphans) && lines.length - index - 1 >= Number(widows);
    }
    const part = before.element.closest('thead, tfoot, caption');
    if (part !== null && root.contains(part) && part.closest('table').contains(after.element)) return false;
    if (after.element.localName === 'tr' && spans(after.element)) return false;
    if (after.element.closest('tfoot')?.contains(before.element)) return false;
    return (
      !chain(before.element, common).some((one) => avoids(styleOf(one).breakAfter)) &&
      !chain(after.element, common).some((one) => avoids(styleOf(one).breakBefore))
    );
  };
  /** The height on the page up to which content reaches where the page ends between two items. */
  const bottomBetween = (before, after) => Math.max(bottomOfBoxes(before, after), bottomOfFloats(before, after));
  /** The floats of a page and its neighbours, once they were looked for. */
  let nearFloats = null;
  /** How far floats reach that begin before an item; those that go on on the next page fill theirs. */
  const bottomOfFloats = ({ column }, after) => {
    let bottom = 0;
    const next = after?.nodes[0] ?? after?.element;
    nearFloats ??= pages.floats.filter((one) =>
      [...one.getClientRects()].some((rect) => Math.abs(columnOf(rect) - column) <= 1),
    );
    for (const one of nearFloats) {
      if (next !== undefined && !(one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      for (const rect of one.getClientRects())
        if (columnOf(rect) === column) bottom = Math.max(bottom, Math.min(yOf(rect).bottom, pages.height));
    }
    return bottom;
  };
  const bottomOfBoxes = (before, after) => {
    if (before.kind === 'line' && before.block === after?.block) return before.bottom;
    const common = after === undefined ? root : commonOf(before.element, after.element);
    let bottom = before.bottom;
    for (const one of chain(before.element, common))
      for (const rect of one.getClientRects())
        if (columnOf(rect) === before.column && isInline(styleOf(one).display) === false)
          bottom = Math.max(bottom, Math.min(yOf(rect).bottom, pages.height));
    for (
      let table = common.closest('table');
      table !== null && root.contains(table);
      table = table.parentElement.closest('table')
    )
      if (table.tFoot !== null && table.tFoot.getClientRects().length > 1 && !table.tFoot.contains(before.element))
        bottom += table.tFoot.getClientRects()[0].height;
    return bottom;
  };
  /** The outermost element that begins with an item and not with the one before it. */
  const firstWith = (before, after) => {
    const common = commonOf(before.element, after.element);
    return chain(after.element, common);
  };
  /** The outermost element that ends with an item, and does not contain the next one. */
  const lastWith = (item, next) =>
    chain(item.element, next === undefined ? root : commonOf(item.element, next.element)).at(-1);
  return { lastWith, itemsFrom, mayBreak, bottomBetween, firstWith, overlaps, isOurs };
}`;
