/**
 * Runs in the page: notes the values that elements give to named strings (CSS Generated Content for Paged Media 3, 1.1),
 * in document order: `{ id, key, value }`. Headings give their text to the string of their level, whatever the style
 * sheets. An element gets an id if it has none, and a link in the head, so that Chromium writes where it is printed.
 * `job` is a `StringsWish`, `tools` are functions of other scripts.
 */
export const noteStrings = String.raw`((job, { ownValues, contentParts, countersAt, targetTexts, writtenNumber }) => {
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  const [begin, end] = [job.ends?.begin, job.ends?.end].map((text) => {
    while (text !== undefined && comments.nextNode())
      if (comments.currentNode.data === text) return comments.currentNode;
    return null;
  });
  const isShown = (element) => element.getClientRects().length > 0;
  const isInPart = (element) =>
    (begin === null || begin.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) &&
    (end === null || end.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING);
  const isOwn = (element) => isShown(element) && isInPart(element);
  const places = new Map();
  /** The content at the place of an element: its own, or the next one where it is not shown; null at the end. */
  const findPlace = (element) => {
    if (isShown(element)) return element;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    walker.currentNode = element;
    while (walker.nextNode()) {
      if (places.has(walker.currentNode)) return places.get(walker.currentNode);
      if (isOwn(walker.currentNode)) return walker.currentNode;
    }
    return null;
  };

  const pieces = /(?:"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\([^()]*(?:\([^()]*\)[^()]*)*\)|[^,"'(])+/g;
  /** The strings of a value, each with the parts of its content. */
  const stringsOf = (value) =>
    (value.match(pieces) ?? []).flatMap((piece) => {
      const [{ word } = {}, ...parts] = contentParts(piece.trim()) ?? [];
      return word === undefined || parts.length === 0 ? [] : [{ name: word, parts }];
    });
  const declared = job.property === null ? [] : ownValues([job.property]);
  const sets = new Map();
  for (const { element, value } of declared) if (isInPart(element)) sets.set(element, stringsOf(value));

  const counting = ({ name, args }) => /^counters?$/.test(name ?? '') || args?.[0]?.word !== undefined;
  const countersOf = countersAt(
    [...sets].flatMap(([element, strings]) => (strings.some(({ parts }) => parts.some(counting)) ? [element] : [])),
  );
  const plain = (text) => text.replace(/\u00ad/g, '').replace(/\s+/g, ' ').trim().slice(0, job.maxCharacters);
  const textsOf = (element) => targetTexts(element, countersOf, contentParts, writtenNumber);
  const functions = {
    content: (element, [{ word = 'content' } = {}]) => textsOf(element)[word === 'text' ? 'content' : word],
    attr: (element, [{ word = '' } = {}]) => element.getAttribute(word) ?? '',
    counter: (element, [{ word } = {}, style]) =>
      writtenNumber((countersOf(element, '::before')[word] ?? [0]).at(-1), style?.word),
    counters: (element, [{ word } = {}, between, style]) =>
      (countersOf(element, '::before')[word] ?? [0])
        .map((value) => writtenNumber(value, style?.word))
        .join(between?.text ?? ''),
  };
  const valueOf = (element, { text, name, args }) => text ?? functions[name]?.(element, args);
  const valuesOf = (element) => {
    const values = (sets.get(element) ?? []).flatMap(({ name, parts }) => {
      const texts = parts.map((part) => valueOf(element, part));
      return texts.includes(undefined) ? [] : [{ key: 'string:' + name, value: plain(texts.join('')) }];
    });
    const level = /^h([1-6])$/.exec(element.localName)?.[1];
    const text = level === undefined ? '' : plain(textsOf(element).content);
    return text === '' ? values : [...values, { key: 'heading:' + level, value: text }];
  };

  const headings = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter(isOwn);
  const elements = [...new Set([...headings, ...sets.keys()])].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const noted = elements.map((element) => ({ element, values: valuesOf(element) }));
  // From the end on, so that a row of elements that are not shown is walked once.
  for (const { element } of noted.toReversed()) places.set(element, findPlace(element));
  const mark = (element, id) => {
    if (element.id === '') element.id = id;
    if (document.getElementById(element.id) === element) return element.id;
    const span = document.createElement('span');
    span.id = id;
    element.prepend(span);
    return id;
  };
  const leadTo = (id) => {
    const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    link.setAttribute('href', '#' + id);
    document.head.append(link);
  };
  const isBox = (element) =>
    /^(?:img|svg|math|video|canvas|hr|iframe|object|embed|input|textarea|select|button)$/.test(element.localName);
  /** Marks the end of the content right before an element; null where there is none. */
  const markBefore = (element, id) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    walker.currentNode = element;
    while (walker.previousNode()) {
      const node = walker.currentNode;
      if (node.contains(element)) continue;
      const isText = node.nodeType === Node.TEXT_NODE;
      if (isText ? node.data.trim() === '' : !isBox(node)) continue;
      const around = isText ? node.parentElement : node;
      if (!isShown(around)) continue;
      const box = around.closest('svg, math, textarea, select, button') ?? around;
      const isItem = isText && /flex|grid/.test(getComputedStyle(around).display);
      if (!isText || isItem || box !== around) {
        const own = mark(box, id);
        leadTo(own);
        return own;
      }
      const span = document.createElement('span');
      span.id = id;
      node.after(span);
      leadTo(id);
      return id;
    }
    return null;
  };
  return noted.flatMap(({ element, values }, index) => {
    const place = values.length === 0 ? null : places.get(element);
    if (place === null) return [];
    const id = mark(place, job.prefix + index);
    leadTo(id);
    const after = job.starts ? markBefore(place, job.prefix + index + '-before') : null;
    return values.map((value) => ({ id, after, ...value }));
  });
})`;
