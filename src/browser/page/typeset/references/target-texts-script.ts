/**
 * The source of a function for scripts in the page: what references may show of an element. It takes the element, the
 * function of `countersAt`, and that of `contentParts`.
 */
export const targetTexts = String.raw`((element, countersOf, partsOf, write) => {
  const collapsed = (text) => text.replace(/\s+/g, ' ').trim();
  const silent = 'script, style, template, [hidden], [data-footnote]';
  const textOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || (node !== element && node.matches(silent))) return '';
    if (node.localName === 'br') return ' ';
    if (node.localName === 'img') return node.getAttribute('alt') ?? '';
    return Array.from(node.childNodes, textOf).join('');
  };
  const generated = (pseudo) => {
    const { content, display } = getComputedStyle(element, pseudo);
    if (content === 'none' || content === 'normal' || display === 'none') return '';
    const counters = countersOf(element, pseudo);
    const texts = [];
    for (const part of partsOf(content) ?? []) {
      if (part.word === '/') break;
      const [first = {}, second = {}, third = {}] = part.args ?? [];
      const values = counters[first.word] ?? [0];
      if (part.name === undefined && part.isUrl !== true) texts.push(part.text ?? '');
      else if (part.name === 'attr') texts.push(element.getAttribute(first.word) ?? '');
      else if (part.name === 'counter') texts.push(write(values.at(-1), second.word));
      else if (part.name === 'counters')
        texts.push(values.map((value) => write(value, third.word)).join(second.text ?? ''));
    }
    return texts.join('');
  };
  const content = collapsed(textOf(element)).slice(0, 1000);
  const letter = /^[\p{P}\s]*[\p{L}\p{N}]\p{M}*\p{P}*/u.exec(content);
  return {
    content,
    before: generated('::before'),
    after: generated('::after'),
    'first-letter': (letter?.[0] ?? content.slice(0, 1)).trim(),
    counters: countersOf(element, '::before'),
  };
})`;

/**
 * The source of a function for scripts in the page: a number in one of the styles that all style sheets may name (CSS
 * Counter Styles 3, 6); in another one as decimal.
 */
export const writtenNumber = String.raw`((value, style = 'decimal') => {
  const letters = (alphabet) => {
    let text = '';
    for (let left = value; left > 0; left = Math.floor((left - 1) / alphabet.length))
      text = alphabet[(left - 1) % alphabet.length] + text;
    return value < 1 ? String(value) : text;
  };
  const roman = () => {
    if (value < 1 || value > 3999) return String(value);
    const signs = [[1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'], [50, 'l'], [40, 'xl'], [10, 'x'], [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i']];
    let [text, left] = ['', value];
    for (const [worth, sign] of signs) for (; left >= worth; left -= worth) text += sign;
    return text;
  };
  const latin = [...'abcdefghijklmnopqrstuvwxyz'];
  switch (style) {
    case 'none':
      return '';
    case 'decimal-leading-zero':
      return Math.abs(value) < 10 ? (value < 0 ? '-0' : '0') + Math.abs(value) : String(value);
    case 'lower-roman':
      return roman();
    case 'upper-roman':
      return roman().toUpperCase();
    case 'lower-alpha':
    case 'lower-latin':
      return letters(latin);
    case 'upper-alpha':
    case 'upper-latin':
      return letters(latin).toUpperCase();
    case 'lower-greek':
      return letters([...'αβγδεζηθικλμνξοπρστυφχψω']);
    default:
      return String(value);
  }
})`;
