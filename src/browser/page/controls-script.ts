/**
 * Runs in the page: `replaceControls(prefix, maxControls, maxCharacters, ends)`. Returns a description of the controls
 * between the comments `ends`; the number of controls where there are too many; -1 where the descriptions are too long.
 * All controls are measured before the first is replaced, since each change moves the others.
 *
 * The control stays in its place, hidden, so that rules for its siblings (`input + label`) still apply. A box before it
 * has the styles that make its size and look. Percentages stay percentages (`computedStyleMap`), because the page is
 * laid out again for paper. The box contains a link: Chromium prints a link annotation with its rectangle and its place
 * in the structure tree, which becomes the widget.
 */
export const replaceControls = String.raw`function (prefix, maxControls, maxCharacters, ends) {
  const texts = new Set([
    'text',
    'email',
    'tel',
    'url',
    'search',
    'number',
    'password',
    'date',
    'time',
    'datetime-local',
    'month',
    'week',
  ]);
  const kindOf = (control) => {
    if (control.localName === 'textarea') return 'multiline';
    if (control.localName === 'select') return control.multiple || control.size > 1 ? 'list' : 'choice';
    return control.type === 'checkbox' || control.type === 'radio'
      ? control.type
      : texts.has(control.type)
        ? 'text'
        : null;
  };
  const seen = (control) =>
    kindOf(control) !== null &&
    control.getClientRects().length > 0 &&
    control.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const controls = [...document.querySelectorAll('input, textarea, select')].filter(seen);
  if (controls.length > maxControls) return controls.length;

  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  const [begin, end] = [ends?.begin, ends?.end].map((text) => {
    while (text !== undefined && comments.nextNode())
      if (comments.currentNode.data === text) return comments.currentNode;
    return null;
  });
  const isOwn = (control) =>
    (begin === null || begin.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) &&
    (end === null || end.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING);

  const plain = (text, length = 2000) =>
    String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, length);
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const inner of copy.querySelectorAll('input, textarea, select, button, script, style')) inner.remove();
    return plain(copy.textContent);
  };
  const labels = new Map();
  for (const label of document.querySelectorAll('label'))
    if (label.control) labels.set(label.control, [...(labels.get(label.control) ?? []), label]);
  const labelOf = (control) => {
    const named = (control.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => id && control.ownerDocument.getElementById(id))
      .filter(Boolean);
    return (
      plain(control.getAttribute('aria-label')) ||
      named.map(textOf).join(' ') ||
      (labels.get(control) ?? []).map(textOf).join(' ') ||
      plain(control.title) ||
      plain(control.placeholder) ||
      ''
    );
  };
  const groupOf = (control) => {
    const group = control.closest('[role="radiogroup"], fieldset');
    return (
      plain(group?.getAttribute('aria-label')) ||
      textOf(group?.querySelector('legend') ?? document.createElement('i')) ||
      ''
    );
  };
  const valuesOf = (control, kind) => {
    if (kind === 'choice' || kind === 'list') return [...control.selectedOptions].map(({ value }) => value);
    if (isButton(kind)) return control.checked ? [control.value] : [];
    return control.value === '' ? [] : [control.value.slice(0, 100000)];
  };
  const optionsOf = (control, kind) => {
    if (kind === 'choice' || kind === 'list')
      return [...control.options].slice(0, 10000).map(({ label, value }) => ({ label: plain(label), value }));
    return isButton(kind) ? [{ label: labelOf(control) || control.value, value: control.value }] : [];
  };
  const forms = [...document.forms];
  const pixels = (value) => Number.parseFloat(value) || 0;
  const alignOf = ({ textAlign, direction }) => {
    const start = direction === 'rtl' ? 'right' : 'left';
    return (
      { left: 'left', right: 'right', center: 'center', end: start === 'left' ? 'right' : 'left' }[textAlign] ??
      start
    );
  };
  const canvas = document.createElement('canvas').getContext('2d');

  const isButton = (kind) => kind === 'checkbox' || kind === 'radio';
  const buttonFace = 'rgb(239, 239, 239)';
  const isNative = (kind, style) =>
    style.appearance !== 'none' &&
    (isButton(kind) ||
      style.borderTopStyle === 'inset' ||
      (kind === 'choice' && style.backgroundColor === buttonFace));
  const radii = { checkbox: '2px', radio: '50%', choice: '3px' };
  const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map(
    (corner) => 'border-' + corner + '-radius',
  );
  /** The browser's default look of a control, as styles of a box. */
  const nativeLook = (kind, style) =>
    Object.fromEntries([
      ...sides.flatMap((side) => [
        [
          'padding-' + side,
          pixels(style.getPropertyValue('padding-' + side)) +
            (isButton(kind) ? 0 : pixels(style.getPropertyValue('border-' + side + '-width')) - 1) +
            'px',
        ],
        ['border-' + side + '-width', '1px'],
        ['border-' + side + '-style', 'solid'],
        ['border-' + side + '-color', '#767676'],
      ]),
      ...corners.map((corner) => [corner, radii[kind] ?? '2px']),
      ...(isButton(kind) || kind === 'choice' || style.backgroundColor === 'rgba(0, 0, 0, 0)'
        ? [['background-color', '#fff']]
        : []),
    ]);
  const sides = ['top', 'right', 'bottom', 'left'];
  const copied = [
    'position',
    'float',
    'clear',
    'box-sizing',
    'width',
    'height',
    'min-width',
    'max-width',
    'min-height',
    'max-height',
    'z-index',
    'flex-grow',
    'flex-shrink',
    'flex-basis',
    'order',
    'align-self',
    'justify-self',
    'grid-row-start',
    'grid-row-end',
    'grid-column-start',
    'grid-column-end',
    'vertical-align',
    'transform',
    'opacity',
    'background-color',
    'background-image',
    'background-size',
    'background-position-x',
    'background-position-y',
    'background-repeat',
    'box-shadow',
    'border-top-left-radius',
    'border-top-right-radius',
    'border-bottom-left-radius',
    'border-bottom-right-radius',
    ...sides,
    ...sides.flatMap((side) => [
      'margin-' + side,
      'padding-' + side,
      'border-' + side + '-width',
      'border-' + side + '-style',
      'border-' + side + '-color',
    ]),
  ];
  const styleOf = (map, property) => map.get(property)?.toString() ?? '';

  const bare = document.createElement('span');
  bare.style.cssText = 'all:initial!important';
  document.body.append(bare);
  const initial = Object.fromEntries(
    copied.map((property) => [property, styleOf(bare.computedStyleMap(), property)]),
  );
  bare.remove();

  const before = controls.map((control) => control.getAttribute('style'));
  for (const control of controls) control.style.setProperty('position', 'absolute', 'important');
  const intrinsic = controls.map((control) => ({ width: control.offsetWidth, height: control.offsetHeight }));
  controls.forEach((control, index) => {
    control.style.cssText = before[index] ?? '';
    if (before[index] === null) control.removeAttribute('style');
  });

  const measured = controls.map((control, index) => {
    const kind = kindOf(control);
    const style = getComputedStyle(control);
    const map = control.computedStyleMap();
    const zoom = control.currentCSSZoom ?? 1;
    const box = Object.fromEntries(copied.map((property) => [property, styleOf(map, property)]));
    const flexible = /flex|grid/.test(getComputedStyle(control.parentElement).display);
    box.display = style.display.startsWith('inline') ? 'inline-block' : 'block';
    if (box.position === 'static') box.position = 'relative';
    if (box['background-position-x'] === '') box['background-position-x'] = style.backgroundPositionX;
    if (box['background-position-y'] === '') box['background-position-y'] = style.backgroundPositionY;
    for (const property of copied)
      if (/color|shadow|radius|transform/.test(property)) box[property] = style.getPropertyValue(property);
    const native = isNative(kind, style);
    if (native) Object.assign(box, nativeLook(kind, style));
    const edges = (first, second) =>
      ['padding-', 'border-'].reduce(
        (sum, part) =>
          sum +
          [first, second].reduce(
            (all, side) => all + pixels(style.getPropertyValue(part + side + (part === 'border-' ? '-width' : ''))),
            0,
          ),
        0,
      );
    const inner =
      style.boxSizing === 'border-box'
        ? { width: 0, height: 0 }
        : { width: edges('left', 'right'), height: edges('top', 'bottom') };
    const size = { width: intrinsic[index].width - inner.width, height: intrinsic[index].height - inner.height };
    // holds a track or an item open; not needed where the size is a length or a percentage
    const strut = { width: box.width === 'auto' ? size.width : 0, height: box.height === 'auto' ? size.height : 0 };
    for (const axis of ['width', 'height'])
      if (box[axis] === 'auto') box[axis] = flexible ? 'auto' : size[axis] + 'px';
    if (box['vertical-align'] === 'baseline' && (kind === 'text' || kind === 'choice')) {
      canvas.font = style.font;
      const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = canvas.measureText('x');
      const below = pixels(style.borderBottomWidth) + pixels(style.paddingBottom);
      const content = intrinsic[index].height - edges('top', 'bottom');
      box['vertical-align'] = -(below + (content - up - down) / 2 + down) + 'px';
    }
    if (box['vertical-align'] === 'baseline' && isButton(kind))
      box['vertical-align'] = -pixels(style.marginBottom) + 'px';
    const key = 'd' + index;
    const indent = { choice: 3, list: 2 }[kind] ?? 0; // the options of a select are in boxes of their own
    return {
      control,
      box,
      native,
      strut: flexible ? strut : null,
      reported: {
        key,
        kind,
        name: plain(control.name || control.id, 255),
        form: control.form ? forms.indexOf(control.form) : -1,
        label: kind === 'radio' ? groupOf(control) : labelOf(control),
        values: valuesOf(control, kind),
        options: optionsOf(control, kind),
        required: control.required === true,
        readOnly: control.readOnly === true || control.matches(':disabled'),
        multiple: control.multiple === true,
        password: control.type === 'password',
        maxLength: control.maxLength ?? -1,
        tabIndex: control.tabIndex,
        fontSize: pixels(style.fontSize) * zoom,
        lineHeight: style.lineHeight === 'normal' ? null : pixels(style.lineHeight) * zoom,
        color: style.color,
        align: alignOf(style),
        padding: Object.fromEntries(
          sides.map((side) => [
            side,
            (pixels(native ? box['padding-' + side] : style.getPropertyValue('padding-' + side)) +
              (side === 'left' || side === 'right' ? indent : 0)) *
              zoom,
          ]),
        ),
      },
    };
  });

  if (JSON.stringify(measured.map(({ reported }) => reported)).length > maxCharacters) return -1;
  const rules = document.createElement('style');
  rules.textContent =
    '@layer colophon-controls{' +
    '[data-colophon-control]::before,[data-colophon-control]:not([data-colophon-control="choice"])::after{' +
    'content:none!important}' +
    '[data-colophon-control="choice"]::after{content:""!important;position:absolute!important;' +
    'top:calc(50% - 4px)!important;right:6px!important;width:4px!important;height:4px!important;' +
    'border:solid #555!important;border-width:0 1px 1px 0!important;transform:rotate(45deg)!important}}';
  document.head.prepend(rules);
  const important = (element, styles) => {
    element.style.cssText =
      'all:initial!important;' +
      Object.entries(styles)
        .filter(([property, value]) => value !== '' && initial[property] !== value)
        .map(([property, value]) => property + ':' + value + '!important;')
        .join('');
    element.setAttribute('data-colophon-control', '');
    return element;
  };
  for (const { control, box, native, strut, reported } of measured) {
    const place = important(document.createElement('span'), { ...box, 'break-inside': 'avoid', overflow: 'clip' });
    if (strut)
      place.append(
        important(document.createElement('span'), {
          display: 'block',
          width: strut.width + 'px',
          height: strut.height + 'px',
          visibility: 'hidden',
        }),
      );
    if (native && reported.kind === 'choice') place.setAttribute('data-colophon-control', 'choice');
    const link = important(document.createElement('a'), {
      position: 'absolute',
      top: '0',
      right: '0',
      bottom: '0',
      left: '0',
    });
    link.href = prefix + reported.key;
    place.append(link);
    control.before(place);
    control.style.setProperty('display', 'none', 'important');
  }
  return measured.filter(({ control }) => isOwn(control)).map(({ reported }) => reported);
}`;
