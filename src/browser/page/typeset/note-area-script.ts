/**
 * Runs in the page: `noteArea(pages, breaks, look, parts)` puts notes at the foot of a page of `openPages`. Where the
 * page ends within a paragraph, a float is anchored in its last line: it begins below the line and fills the page.
 * Where it ends between two blocks or rows, the notes take no room, and the next one begins the next page.
 */
export const noteArea = String.raw`function (pages, breaks, look, parts) {
  const { root, width, height, px, important, columnOf, yOf, leftOf } = pages;
  /** How much of the page stays free below the notes, so that rounding moves nothing. CSS pixels. */
  const slack = 1;
  const inherited = [
    'font-family',
    'color',
    'direction',
    'hyphens',
    'quotes',
    'font-synthesis-weight',
    'font-feature-settings',
    'text-rendering',
  ];
  // The type of a complete document is that of its body.
  const typed = root === document.documentElement ? document.body : root;
  const ofRoot = getComputedStyle(typed);
  /** Zoom of the type within that of the page. */
  const typeZoom = typed.currentCSSZoom / pages.zoom;
  const text =
    inherited.map((name) => name + ':' + ofRoot.getPropertyValue(name) + ';').join('') +
    'font-size:' +
    Math.max(6, parseFloat(ofRoot.fontSize) * typeZoom * look.share) +
    'px;line-height:' +
    look.lineHeight +
    ';';
  /** Notes stand below the text of a complete document, whose body may be narrower than its page. */
  const inset = { left: 0, right: 0 };
  if (root === document.documentElement) {
    const [body, style] = [document.body.getClientRects()[0], getComputedStyle(document.body)];
    const side = (name) =>
      (parseFloat(style['padding' + name]) + parseFloat(style['border' + name + 'Width'])) * typed.currentCSSZoom;
    inset.left = Math.max(0, body.left - leftOf(0) + side('Left'));
    inset.right = Math.max(0, leftOf(0) + width - body.right + side('Right'));
  }
  const make = (style) => {
    const element = document.createElement('div');
    element.setAttribute('data-colophon-foot', '');
    element.style.cssText = ('all:initial;' + text + 'display:flow-root;' + style)
      .replaceAll(/;(?=.)/g, '!important;')
      .replace(/;$/, '!important;');
    return element;
  };
  /** Lets a foot have the zoom of the page, whatever that of the element around it. */
  const zoomed = (foot) => {
    const zoom = pages.zoom / foot.parentElement.currentCSSZoom;
    if (Math.abs(zoom - 1) > 1e-6) important(foot, 'zoom', zoom);
    return foot;
  };
  const areaOf = (notes) => {
    const area = document.createElement('div');
    area.style.cssText = look.box;
    if (notes.length > 0)
      area.style.cssText = look.area + 'padding-left:' + px(inset.left) + ';padding-right:' + px(inset.right) + ';';
    const rule = document.createElement('div');
    rule.style.cssText = look.rule;
    if (notes.length > 0) area.append(...(look.declared.length > 0 ? [declaredArea(area, rule, notes)] : [rule, ...notes]));
    return area;
  };
  /** The area as style sheets want it: with their border in place of the rule, and their space in place of ours. */
  const declaredArea = (area, rule, notes) => {
    const own = document.createElement('div');
    own.style.cssText = look.box + 'display:flow-root!important;';
    for (const [name, value] of look.declared) important(own, name, value.replace(/\s*!\s*important$/i, ''));
    const has = (property) => look.declared.some(([name]) => property.test(name));
    if (has(/^(?:border|margin|padding)/)) important(area, 'padding-top', '0');
    own.append(...(has(/^border/) ? [] : [rule]), ...notes);
    return own;
  };
  const places = parts.linePlaces(pages, breaks);
  const fits = (foot, column) => {
    const rects = foot.getClientRects();
    return (
      rects.length === 1 &&
      columnOf({ left: leftOf(column), width }) === column &&
      Math.abs(rects[0].left - leftOf(column)) < 2 &&
      yOf(rects[0]).bottom <= height
    );
  };
  /** Until a foot is settled it takes no room, and its notes are not divided: their heights are those of one page. */
  const hold = 'contain:size;height:1px;';
  const release = (foot) => {
    foot.style.removeProperty('contain');
    foot.style.removeProperty('height');
  };
  /** Moves a foot to the edge of the page, and its notes to the bottom by a length; false where it is not there. */
  const settled = (foot, area, column, side) => {
    const [box, notes] = [foot.getBoundingClientRect(), area.getBoundingClientRect().height];
    const above = height - slack - yOf(box).top - notes;
    const off = leftOf(column) - box.left;
    const fromRight = side === 'margin-top' && getComputedStyle(foot.parentElement).direction === 'rtl';
    important(foot, fromRight ? 'margin-right' : 'margin-left', px(fromRight ? -off : off));
    release(foot);
    important(foot, side, px(side === 'padding-top' ? Math.max(0, above) : above));
    return fits(foot, column);
  };

  const isClear = (color) => color === 'transparent' || /,\s*0\)$/.test(color);
  /** The colour of the page, by which the sides of a box end with its text; null where that is none. */
  const paper = () => {
    for (const element of [document.documentElement, document.body]) {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      if (backgroundImage !== 'none') return null;
      if (!isClear(backgroundColor)) return backgroundColor;
    }
    return look.paper;
  };
  /** Paints the page over the borders and backgrounds of boxes that go on behind a float to the end of the page. */
  const endBoxes = (foot) => {
    for (let one = foot.parentElement; one !== root && one !== document.body; one = one.parentElement) {
      const { borderLeftWidth, borderRightWidth, backgroundColor, backgroundImage } = getComputedStyle(one);
      const isSeen = borderLeftWidth !== '0px' || borderRightWidth !== '0px' || backgroundImage !== 'none';
      if (!isSeen && isClear(backgroundColor)) continue;
      const color = paper();
      if (color === null) return;
      important(foot, 'background', color);
      important(foot, 'box-shadow', '0 ' + px(slack) + ' 0 ' + px(slack) + ' ' + color);
      return;
    }
  };
  /** A float in the last line; null where there is no place for it. */
  const inLine = (item, notes) => {
    // A line that never wraps cannot go on below a float.
    const wraps = !/^(?:pre|nowrap)$/.test(getComputedStyle(item.nodes.at(-1).parentElement).whiteSpace);
    const place = wraps ? places.lastWord(item) : places.lineEnd(item);
    if (place === null) return null;
    const { node, at } = place;
    const foot = make(hold + (wraps ? 'float:left;' : '') + 'break-inside:avoid;width:' + px(width) + ';');
    const area = areaOf(notes);
    foot.append(area);
    const rest = at === 0 ? node : node.splitText(at);
    rest.before(foot);
    zoomed(foot);
    const remove = () => {
      foot.remove();
      if (rest !== node) {
        node.appendData(rest.data);
        rest.remove();
      }
    };
    const settle = (column) => {
      endBoxes(foot);
      return settled(foot, area, column, 'padding-top');
    };
    return { foot, area, remove, settle, from: node };
  };
  /** The outermost element that ends with an item, where something may stand after it. */
  const endWith = (item, next) => {
    const outermost = breaks.lastWith(item, next);
    return outermost === undefined || /^(?:tr|td|th|tbody|thead|tfoot|caption)$/.test(outermost.localName)
      ? null
      : outermost;
  };
  const childWith = (parent, node) => {
    let child = node;
    while (child.parentNode !== parent) child = child.parentNode;
    return child;
  };
  const hostOf = ({ kind, element }) => {
    if (element.localName === 'tr') return [...element.cells].find((cell) => cell.getClientRects().length > 0) ?? null;
    return kind === 'line' ? element : null;
  };
  /** Notes between an item and the next one, which begins the next page. */
  const between = (item, next, notes, { isInside, everyPage }) => {
    const foot = make(hold + 'position:absolute;break-inside:avoid;margin:0;width:' + px(width) + ';');
    const area = areaOf(notes);
    foot.append(area);
    const ended = isInside ? null : endWith(item, next);
    const host = hostOf(item);
    // Text that stands beside blocks ends before its element does.
    const goesOn = item.kind === 'line' && (item.block === root || item.block.contains(next?.element ?? null));
    if (ended !== null) ended.after(foot);
    else if (goesOn) childWith(item.block, item.nodes.at(-1)).after(foot);
    else if (host !== null) host.append(foot);
    else item.element.after(foot);
    zoomed(foot);
    const undo = [];
    const breakBefore = () => {
      const [outermost, ...inner] = breaks.firstWith(item, next).reverse();
      if (outermost === undefined || (next.column > item.column && !everyPage)) return;
      undo.push(pages.force(outermost));
      for (const one of [outermost, ...inner])
        if (one.localName !== 'tr' && one.localName !== 'tbody') undo.push(pages.lasting(one, 'margin-top', '0'));
    };
    if (next !== undefined) breakBefore();
    const remove = () => {
      foot.remove();
      for (const one of undo) one();
    };
    const settle = (column) => settled(foot, area, column, 'margin-top');
    return { foot, area, remove, settle, from: null };
  };
  /** Pages after the last one, for the rest of a long note. */
  const onOwnPage = (notes) => {
    const foot = make(hold + 'break-inside:avoid;margin:0;width:' + px(width) + ';');
    const area = areaOf(notes);
    foot.append(area);
    root.append(foot);
    zoomed(foot);
    pages.force(foot);
    return { foot, release: () => release(foot) };
  };
  const onProbe = (notes) => {
    const foot = make(
      'position:absolute;top:0;left:0;visibility:hidden;width:' + px(width) + ';',
    );
    const area = areaOf(notes);
    foot.append(area);
    document.body.append(foot);
    zoomed(foot);
    return { foot, area };
  };
  const inFlow = (notes) => {
    const foot = make('margin:0;');
    foot.append(areaOf(notes));
    root.append(foot);
  };
  return { inLine, between, onOwnPage, onProbe, inFlow, slack };
}`;
