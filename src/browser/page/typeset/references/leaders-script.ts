/**
 * Runs in the page after `showReferences`: makes each leader as long as the rest of its line (CSS Generated Content 3,
 * 2.4). The content with a leader becomes a box, whose width is that of the line without what else stands there, so that
 * what follows the leader ends where the line ends. `widths` are those of the pages of sheets, in CSS pixels.
 */
export const fillLeaders = String.raw`((leaders, { width, widths }) => {
  const isBlock = (element) => /^(?:block|list-item|flow-root|table-cell|inline-block|table-caption)/.test(getComputedStyle(element).display);
  const around = (element) => {
    let block = element;
    while (block.parentElement !== null && !isBlock(block)) block = block.parentElement;
    return block;
  };
  const quoted = (text) => '"' + text.replace(/["\\\n]/g, (one) => '\\' + one.charCodeAt(0).toString(16) + ' ') + '"';
  const box = (name) =>
    '[data-colophon-' + name + '=leader]::' + name +
    '{display:inline-block!important;box-sizing:content-box!important;white-space:nowrap!important;text-indent:0!important;' +
    'overflow:visible!important;width:var(--colophon-' + name + '-width,auto)!important;' +
    'text-align:var(--colophon-' + name + '-align,start)!important;text-align-last:var(--colophon-' + name + '-align,start)!important}';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(box('before') + box('after'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const { element, pseudo } of leaders) element.setAttribute('data-colophon-' + pseudo.slice(2), 'leader');
  const sheets = [...document.querySelectorAll('body > .colophon-sheet')].map((one) => [one, one.style.width]);
  for (const [one] of sheets)
    one.style.width = Math.ceil((widths[one.style.page] ?? width) / one.currentCSSZoom - 1 / 64) + 'px';
  const places = leaders.map(({ element, pseudo }) => {
    const mark = document.createTextNode('\u200b');
    if (pseudo === '::before') element.prepend(mark);
    else element.append(mark);
    return { mark, block: around(element) };
  });
  const looks =
    'fontFamily fontSize fontWeight fontStyle fontStretch fontKerning fontOpticalSizing fontVariantCaps ' +
    'fontVariantLigatures fontVariantNumeric fontFeatureSettings fontVariationSettings letterSpacing wordSpacing ' +
    'textTransform textRendering';
  const repeats = new Map();
  const repeatOf = (block, style, text) => {
    const zoom = block.currentCSSZoom ?? 1;
    const look = looks.split(' ').map((name) => [name, style[name]]);
    const key = [zoom, text, ...look.map(([, value]) => value)].join('|');
    if (repeats.has(key)) return repeats.get(key);
    const span = document.createElement('span');
    span.style.cssText = 'all:initial;position:absolute;visibility:hidden;white-space:pre';
    for (const [name, value] of look) span.style[name] = value;
    span.textContent = text.repeat(50);
    block.append(span);
    const wide = span.getBoundingClientRect().width / 50 / zoom;
    span.remove();
    repeats.set(key, wide);
    return wide;
  };
  const measured = leaders.map(({ element, pseudo, content }, index) => {
    const { mark, block } = places[index];
    const zoom = element.currentCSSZoom ?? 1;
    const style = getComputedStyle(element, pseudo);
    const own = getComputedStyle(block);
    const rect = block.getBoundingClientRect();
    const isRtl = own.direction === 'rtl';
    const inner = ['Left', 'Right'].map((side) => parseFloat(own['padding' + side]) + parseFloat(own['border' + side + 'Width']));
    const [left, right] = [rect.left / zoom + inner[0], rect.right / zoom - inner[1]];
    const end = (one) => (isRtl ? right - one.left / zoom : one.right / zoom - left);
    const range = document.createRange();
    range.selectNode(mark);
    const at = range.getBoundingClientRect();
    range.setStartAfter(mark);
    range.setEnd(block, block.childNodes.length);
    const least = parseFloat(style.width) || 0;
    const edges = ['paddingLeft', 'paddingRight', 'marginLeft', 'marginRight'].reduce((sum, side) => sum + (parseFloat(style[side]) || 0), 0);
    const onLine = [...range.getClientRects()].filter(({ top, bottom, width: wide }) => wide > 0 && top < at.bottom - 1 && bottom > at.top + 1 && bottom - top < 3 * at.height + 1);
    const from = end(at) + (pseudo === '::after' ? least + edges : 0);
    const wrapped = pseudo === '::after' && from > right - left + 0.5;
    const used = wrapped ? least + edges : Math.max(from, ...onLine.map(end));
    const space = Math.max(0, right - left - used);
    const text = content.find(({ leader }) => leader !== undefined).leader;
    return { least, space, room: right - left, repeat: repeatOf(block, style, text), isRtl, isInline: /^inline/.test(style.display) };
  });
  for (const { mark } of places) mark.remove();
  for (const [one, own] of sheets) one.style.width = own;
  leaders.forEach(({ element, pseudo, content }, index) => {
    const name = '--colophon-' + pseudo.slice(2);
    const { least, space, room, repeat, isRtl, isInline } = measured[index];
    if (!isInline) return;
    const count = content.filter(({ leader }) => leader !== undefined).length;
    const times = Math.min(2000, 1 + Math.max(0, Math.floor((space - 0.5) / count / Math.max(repeat, 0.5))));
    const first = content.findIndex(({ leader }) => leader !== undefined);
    const isAlone = content.slice(0, first).every(({ text }) => text?.trim() === '') && count === 1;
    const pieces = content.map(({ text, leader, source }, at) =>
      source ?? quoted(leader === undefined ? text : (isAlone || at === 0 ? '' : ' ') + leader.repeat(times)),
    );
    const others = Math.max(0, room - least - space) + 0.05;
    element.style.setProperty(name, pieces.join(' '));
    element.style.setProperty(name + '-width', 'calc(100% - ' + others.toFixed(3) + 'px)');
    element.style.setProperty(name + '-align', isAlone ? (isRtl ? 'left' : 'right') : 'justify');
  });
})`;
