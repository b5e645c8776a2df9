/**
 * Runs in the page: finds the texts whose computed `hyphens` is `auto` and whose words may be divided (CSS Text 4, 6.3).
 * Returns their words by language, and the characters that are drawn at divisions, also at soft hyphens of the document;
 * `null` where there are none. The texts remain in `globalThis.colophonHyphens` for `insertHyphens`.
 */
export const findHyphens = String.raw`(maxWords) => {
  const literal = 'code,kbd,samp,var,tt,pre,textarea,select,script,style,noscript,svg,math';
  const address = /:\/\/|@|\\|^www\.|\p{L}\.\p{L}/u;
  const aWord = /[\p{L}\p{M}\u00ad]+(?:['’ʼ][\p{L}\p{M}\u00ad]+)*/gu;
  const beside = { before: /[\p{N}_]$|\p{L}[-\u2010\u2011]$/u, after: /^[\p{N}_]|^[-\u2010\u2011]\p{L}/u };
  const texts = [];
  const words = new Map();
  const characters = new Set();
  const languages = new Map();
  const meta = document.querySelector('meta[http-equiv="content-language" i]')?.content.trim() ?? '';
  const above = (element) => element.parentElement ?? element.getRootNode().host ?? null;
  const languageOf = (element) => {
    if (element === null) return /^[\w-]*$/.test(meta) ? meta : '';
    const known = languages.get(element);
    if (known !== undefined) return known;
    const own = element.getAttribute('lang') ?? element.getAttributeNS('http://www.w3.org/XML/1998/namespace', 'lang');
    const language = own ?? languageOf(above(element));
    languages.set(element, language);
    return language;
  };
  const settings = new Map();
  const settingsOf = (element) => {
    const known = settings.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const isAuto = style.hyphens === 'auto' && style.textWrapMode !== 'nowrap' && element.translate;
    const language = isAuto && element.closest(literal) === null ? languageOf(element).toLowerCase() : '';
    const [all, before, after] = (style.hyphenateLimitChars || 'auto').split(' ').map(Number);
    const limits = { all: all || 5, before: before || 0, after: after || 0 };
    const found = language === '' ? null : { language, limits, character: style.hyphenateCharacter };
    settings.set(element, found);
    return found;
  };
  const wordsIn = (text, { all }) => {
    const found = [];
    for (const token of text.matchAll(/\S+/g)) {
      if (token[0].length < all || address.test(token[0])) continue;
      for (const { 0: word, index } of token[0].matchAll(aWord)) {
        if (word.length < all || word.includes('\u00ad')) continue;
        if (beside.before.test(token[0].slice(0, index)) || beside.after.test(token[0].slice(index + word.length)))
          continue;
        found.push([token.index + index, word]);
      }
    }
    return found;
  };
  let count = 0;
  const take = (node) => {
    const own = node.data.length < 2 || node.parentElement === null ? null : settingsOf(node.parentElement);
    if (own === null || count > maxWords) return;
    const found = wordsIn(node.data, own.limits);
    if (node.data.includes('\u00ad')) characters.add(own.character);
    if (found.length === 0) return;
    count += found.length;
    if (!words.has(own.language)) words.set(own.language, new Set());
    for (const [, word] of found) words.get(own.language).add(word);
    characters.add(own.character);
    texts.push({ node, found, ...own });
  };
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) take(node);
      else if (node.shadowRoot) walk(node.shadowRoot);
    }
  };
  if (document.body !== null) walk(document.body);
  globalThis.colophonHyphens = texts;
  if (characters.size === 0) return null;
  return {
    words: Object.fromEntries(Array.from(words, ([language, all]) => [language, [...all]])),
    characters: [...characters],
  };
}`;

/**
 * Runs in the page after `findHyphens`: writes soft hyphens into the texts at the places where their words may be
 * divided, within the limits of `hyphenate-limit-chars` (CSS Text 4, 6.3.2).
 */
export const insertHyphens = String.raw`(divisions) => {
  const texts = globalThis.colophonHyphens ?? [];
  delete globalThis.colophonHyphens;
  for (const { node, found, language, limits } of texts) {
    const known = divisions[language];
    if (known === undefined) continue;
    const least = {
      before: limits.before || Math.max(known.before, 2),
      after: limits.after || Math.max(known.after, 2),
    };
    let text = '';
    let from = 0;
    for (const [index, word] of found)
      for (const offset of Object.hasOwn(known.places, word) ? known.places[word] : []) {
        if (offset < least.before || word.length - offset < least.after) continue;
        text += node.data.slice(from, index + offset) + '\u00ad';
        from = index + offset;
      }
    if (from > 0) node.data = text + node.data.slice(from);
  }
}`;
