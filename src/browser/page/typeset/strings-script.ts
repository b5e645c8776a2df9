/**
 * Runs in the page: `noteStrings(declared, ends, prefix, most)`. Returns the values that elements give to named strings
 * (CSS Generated Content for Paged Media 3, 1.1), in document order: `{ id, key, value }`. `declared` are the elements
 * with `string-set`, as `ownValues` found them. Headings give their text to a string of their level, whatever the style
 * sheets. An element gets an id if it has none, and a link in the head, so that Chromium writes where it is printed.
 */
export const noteStrings = String.raw`function (declared, ends, prefix, most) {
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  const [begin, end] = [ends?.begin, ends?.end].map((text) => {
    while (text !== undefined && comments.nextNode())
      if (comments.currentNode.data === text) return comments.currentNode;
    return null;
  });
  const isOwn = (element) =>
    (begin === null || begin.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) &&
    (end === null || end.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING);

  const plain = (text) => text.replace(/\u00ad/g, '').replace(/\s+/g, ' ').trim().slice(0, most);
  const unread = new Set(['script', 'style', 'template', 'noscript']);
  const textOf = (element) => {
    if (element.dataset?.footnote !== undefined || unread.has(element.localName)) return '';
    const texts = Array.from(element.childNodes, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data;
      return node.nodeType === Node.ELEMENT_NODE ? (node.localName === 'br' ? ' ' : textOf(node)) : '';
    });
    return texts.join('');
  };

  const part =
    /\s*(?:"((?:\\[^]|[^"\\])*)"|'((?:\\[^]|[^'\\])*)'|([\w\u0080-\uffff-]+)(\()?|(,)|\))/y;
  const unescaped = (text) =>
    text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([^]))/gi, (_, code, character = '') =>
      code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16) || 0xfffd),
    );
  /** The parts of a value: strings, words, commas, and functions with the texts of their arguments. */
  const partsOf = (value) => {
    const parts = [];
    part.lastIndex = 0;
    while (part.lastIndex < value.length) {
      const found = part.exec(value);
      if (found === null) return value.slice(part.lastIndex).trim() === '' ? parts : null;
      const [all, double, single, word, opens, comma] = found;
      const text = double ?? single;
      if (text !== undefined) parts.push({ kind: 'text', text: unescaped(text) });
      else if (comma) parts.push({ kind: 'comma' });
      else if (opens) {
        const until = value.indexOf(')', part.lastIndex);
        if (until < 0) return null;
        const given = value.slice(part.lastIndex, until).split(',');
        parts.push({ kind: word.toLowerCase(), given: given.map((one) => one.trim()) });
        part.lastIndex = until + 1;
      } else if (word) parts.push({ kind: 'word', text: word });
      else return null;
    }
    return parts;
  };

  const romans = [
    [1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'],
    [50, 'l'], [40, 'xl'], [10, 'x'], [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i'],
  ];
  const roman = (value) => {
    let [left, text] = [value, ''];
    for (const [size, letters] of romans) for (; left >= size; left -= size) text += letters;
    return text;
  };
  const alpha = (value) => {
    let text = '';
    for (let left = value; left > 0; left = Math.floor((left - 1) / 26))
      text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
    return text;
  };
  const counterText = (value, style = 'decimal') => {
    const name = style.toLowerCase();
    if (name === 'none') return '';
    if (name === 'decimal-leading-zero' && value >= 0 && value < 10) return '0' + value;
    if (value < 1 || value > 3999) return String(value);
    if (name.endsWith('-roman')) return name.startsWith('upper') ? roman(value).toUpperCase() : roman(value);
    if (/^(?:upper|lower)-(?:alpha|latin)$/.test(name))
      return name.startsWith('upper') ? alpha(value).toUpperCase() : alpha(value);
    return String(value);
  };

  /** Values of all counters at an element, or after its \`::before\` (CSS Lists 3, 4): by name, from the outermost. */
  const counters = new Map();
  const wanted = new Set();
  const countAll = () => {
    const open = new Map();
    const stackOf = (name) => open.get(name) ?? open.set(name, []).get(name);
    const pairs = (value) => {
      const words = value === 'none' || value === '' ? [] : value.split(/\s+/);
      return words.flatMap((word, at) => (/^[+-]?\d+$/.test(word) ? [] : [[word, words[at + 1]]]));
    };
    const amount = (text, otherwise) => (/^[+-]?\d+$/.test(text ?? '') ? Number(text) : otherwise);
    const apply = (style, holder) => {
      for (const [name, value] of pairs(style.counterReset)) {
        const stack = stackOf(name);
        if (stack.at(-1)?.holder === holder) stack.pop();
        stack.push({ holder, value: amount(value, 0) });
      }
      for (const [property, otherwise] of [['counterIncrement', 1], ['counterSet', 0]])
        for (const [name, value] of pairs(style[property])) {
          const stack = stackOf(name);
          if (stack.length === 0) stack.push({ holder, value: 0 });
          const top = stack.at(-1);
          top.value = property === 'counterSet' ? amount(value, otherwise) : top.value + amount(value, otherwise);
        }
    };
    const leave = (holder) => {
      for (const stack of open.values()) while (stack.at(-1)?.holder === holder) stack.pop();
    };
    const note = () => new Map(Array.from(open, ([name, stack]) => [name, stack.map(({ value }) => value)]));
    const walk = (element, holder) => {
      const style = getComputedStyle(element);
      if (style.display === 'none') return;
      apply(style, holder);
      const before = getComputedStyle(element, '::before');
      if (before.content !== 'none' && before.content !== 'normal') apply(before, element);
      if (wanted.has(element)) counters.set(element, note());
      for (const child of element.children) walk(child, element);
      const after = getComputedStyle(element, '::after');
      if (after.content !== 'none' && after.content !== 'normal') apply(after, element);
      leave(element);
    };
    walk(document.documentElement, document);
  };

  const generated = (element, pseudo) => {
    const { content } = getComputedStyle(element, pseudo);
    return content === 'none' || content === 'normal' ? '' : (listText(element, partsOf(content) ?? []) ?? '');
  };
  const functions = {
    content: (element, [which = '']) => {
      if (which === 'before' || which === 'after') return generated(element, '::' + which);
      const text = plain(textOf(element));
      return which === 'first-letter' ? (/^\P{L}*\p{L}\p{M}*/u.exec(text)?.[0] ?? text.slice(0, 1)) : text;
    },
    attr: (element, [name = '']) => element.getAttribute(name.split(/\s/)[0]) ?? '',
    counter: (element, [name, style]) => counterText(counters.get(element)?.get(name)?.at(-1) ?? 0, style),
    counters: (element, [name, between = '""', style]) =>
      (counters.get(element)?.get(name) ?? [0])
        .map((value) => counterText(value, style))
        .join(unescaped(between.slice(1, -1))),
  };
  /** The text of a list of contents; undefined where it has something else. */
  const listText = (element, parts) => {
    const texts = parts.map(({ kind, text, given }) =>
      kind === 'text' ? text : kind === 'word' || kind === 'comma' ? undefined : functions[kind]?.(element, given),
    );
    return texts.includes(undefined) ? undefined : texts.join('');
  };
  /** The strings of a value, each with its parts: \`a content(), b "x"\`. */
  const stringsOf = (value) => {
    const strings = [];
    for (const one of partsOf(value) ?? []) {
      if (one.kind === 'comma') strings.push([]);
      else (strings.at(-1) ?? strings[strings.push([]) - 1]).push(one);
    }
    return strings.flatMap(([name, ...parts]) =>
      name?.kind === 'word' && parts.length > 0 ? [{ name: name.text, parts }] : [],
    );
  };

  const isShown = (element) => element.getClientRects().length > 0;
  const sets = new Map();
  for (const { element, value } of declared) if (isShown(element) && isOwn(element)) sets.set(element, stringsOf(value));
  const usesCounter = (element, parts) =>
    parts.some(({ kind, given }) => kind.startsWith('counter') || (kind === 'content' && /^(?:before|after)$/.test(given[0])));
  for (const [element, strings] of sets) if (strings.some(({ parts }) => usesCounter(element, parts))) wanted.add(element);
  if (wanted.size > 0) countAll();

  const headings = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter(
    (element) => isShown(element) && isOwn(element),
  );
  const both = [...new Set([...headings, ...sets.keys()])].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const marked = (element, index) => {
    if (element.id === '') element.id = prefix + index;
    if (document.getElementById(element.id) === element) return element.id;
    const mark = document.createElement('span');
    mark.id = prefix + index;
    element.prepend(mark);
    return mark.id;
  };
  const found = both.map((element, index) => {
    const values = (sets.get(element) ?? []).flatMap(({ name, parts }) => {
      const text = listText(element, parts);
      return text === undefined ? [] : [{ key: 'string:' + name, value: plain(text) }];
    });
    const level = /^h([1-6])$/.exec(element.localName)?.[1];
    const text = level === undefined ? '' : plain(textOf(element));
    if (text !== '') values.push({ key: 'heading:' + level, value: text });
    return { element, index, values };
  });
  return found.flatMap(({ element, index, values }) => {
    if (values.length === 0) return [];
    const id = marked(element, index);
    const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    link.setAttribute('href', '#' + id);
    document.head.append(link);
    return values.map((value) => ({ id, ...value }));
  });
}`;
