/**
 * Runs in the page: `noteTexts(job, look, parts)` finds the notes of a document, puts a call in the place of each,
 * and numbers them. Notes are elements with `data-footnote`, or those whose style sheet floats them to the foot.
 */
export const noteTexts = String.raw`function (job, look, parts) {
  const float = { name: '--colophon-float', inherits: false, generated: false };
  const floated = new Set();
  if (job.floats) for (const { element, value } of parts.ownValues([float])) if (value === 'footnote') floated.add(element);
  const isNote = (element) => element.hasAttribute('data-footnote') || floated.has(element);
  const found = [...document.querySelectorAll(job.floats ? 'body *' : '[data-footnote]')].filter(isNote);
  const inside = new Set(found);
  /** A note in a note is a part of its text. */
  const isInner = (element) => {
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
      if (inside.has(outer)) return true;
    return false;
  };
  const shown = found.filter(
    (element) => element !== document.body && !isInner(element) && element.parentElement.checkVisibility(),
  );
  const symbols = ['*', '†', '‡', '§', '‖', '¶'];
  /** Signs are repeated as long as a reader can tell their number. */
  const mostSymbols = 60;
  const symbolsOf = (n) =>
    n < 1 || n > mostSymbols ? String(n) : symbols[(n - 1) % symbols.length].repeat(Math.ceil(n / symbols.length));
  const names = { roman: 'lower-roman', ROMAN: 'upper-roman', alpha: 'lower-alpha', ALPHA: 'upper-alpha' };
  // What style sheets add to all links, such as their addresses in print, is not meant for those of the notes.
  const sheet = new CSSStyleSheet();
  const links = ':is([data-colophon-call],[data-colophon-note],[role=doc-noteref])>a';
  sheet.replaceSync(links + '::before,' + links + '::after{content:none!important}');
  document.adoptedStyleSheets.push(sheet);
  const write = (n) => (job.style === 'symbols' ? symbolsOf(n) : parts.writtenNumber(n, names[job.style]));
  const isAligned = look.declared.some(([property]) => property === 'text-align');
  const stylesOf = parts.noteStyles(job.styles, parts, write);
  const all = [];
  const byKey = new Map();
  const bodies = new Map(
    Array.from(document.querySelectorAll('[data-footnote-body]'), (body) => [
      body.getAttribute('data-footnote-body'),
      body,
    ]),
  );
  /** Paragraphs of a note stand below each other without space; the first one begins beside the number. */
  const takeBody = (element, body) => {
    element.append(...body.childNodes);
    body.remove();
    for (const child of element.children) {
      child.style.setProperty('margin', '0', 'important');
      if (child === element.firstElementChild && child.localName === 'p')
        child.style.setProperty('display', 'inline', 'important');
      else child.style.setProperty('text-indent', '0', 'important');
    }
  };
  for (const element of shown) {
    const key = element.getAttribute('data-footnote-key');
    if (bodies.has(key)) takeBody(element, bodies.get(key));
    const id = job.prefix + '-' + (all.length + 1);
    const call = document.createElement('a');
    call.setAttribute('href', '#' + id);
    call.style.cssText = look.call;
    const reference = document.createElement('span');
    reference.setAttribute('role', 'doc-noteref');
    reference.setAttribute('data-colophon-call', '');
    reference.id = job.prefix + '-call-' + (all.length + 1);
    reference.append(call);
    const note = document.createElement('div');
    note.id = id;
    note.setAttribute('role', 'doc-footnote');
    note.setAttribute('data-colophon-note', '');
    note.style.cssText = look.note;
    const marker = document.createElement('a');
    marker.setAttribute('href', '#' + reference.id);
    marker.style.cssText = look.marker;
    const { textAlign } = getComputedStyle(element.parentElement);
    if (textAlign === 'justify' && !isAligned) note.style.setProperty('text-align', 'justify', 'important');
    const own = stylesOf(element);
    own.style(call, 'call');
    own.style(marker, 'marker');
    element.replaceWith(reference);
    element.style.setProperty('display', 'inline', 'important');
    element.style.setProperty('float', 'none', 'important');
    note.append(marker, element);
    const one = { call: reference, link: call, note, marker, id, number: 0, text: '', again: [], write: own.write };
    if (key !== null) byKey.set(key, one);
    all.push(one);
  }
  for (const element of document.querySelectorAll('[data-footnote-again]')) {
    const one = byKey.get(element.getAttribute('data-footnote-again'));
    if (one === undefined) continue;
    const other = one.call.cloneNode(true);
    other.removeAttribute('id');
    other.removeAttribute('data-colophon-call');
    element.replaceWith(other);
    one.again.push(other.firstChild);
  }
  /** Gives a note its number; true where the call shows something else than before. */
  const setNumber = (one, number) => {
    one.number = number;
    const text = write(number);
    if (text === one.text) return false;
    one.text = text;
    for (const link of [one.link, ...one.again]) link.textContent = one.write('call', number) ?? text;
    one.marker.textContent = (one.write('marker', number) ?? text) + ' ';
    return true;
  };
  let last = job.start;
  /** The number before the first note after an element; null where the numbers go on there. */
  const restartAt = (element) => {
    if (job.numbering === 'section' && element.matches('h1, [role=heading][aria-level="1"]')) return 0;
    const given = job.styles.restarts && /(?:^|\s)footnote (-?\d+)/.exec(getComputedStyle(element).counterReset);
    return given && element.checkVisibility() ? Number(given[1]) : null;
  };
  const byCall = new Map(all.map((one) => [one.call, one]));
  const places =
    job.numbering === 'section' || job.styles.restarts
      ? document.querySelectorAll(
          job.styles.restarts ? 'body, body *' : 'h1, [role=heading][aria-level="1"], [data-colophon-call]',
        )
      : byCall.keys();
  for (const element of places) {
    const one = byCall.get(element);
    if (one === undefined) last = restartAt(element) ?? last;
    else setNumber(one, (last += 1));
  }
  return { all, setNumber, last };
}`;
