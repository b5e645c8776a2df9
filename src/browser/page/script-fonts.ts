import { hanCharacters, hanFamilies, hanForms, scriptFamilies } from './script-families.ts';
import type { Tab } from '../tab.ts';

/** The tables as JSON for the page: regular expressions by their source. */
const tables = {
  scripts: scriptFamilies,
  forms: hanForms.map(({ form, language }) => ({ form, language: language.source })),
  hanFamilies,
  han: hanCharacters,
};

/**
 * Runs in the page, with the tables. Each element with text in one of the scripts gets the families of its script after
 * its own. The first family of a known kind decides between serif, sans-serif and monospace. The root element gets the
 * families of all scripts, for generated content. Chromium reuses shaped text whose first font is the same and which
 * needed no fallback font, which private use characters never do: a feature that no font has makes it shape their text
 * again.
 */
const addFamilies = `({ scripts, forms, hanFamilies, han }) => {
  const patterns = scripts.map((row) => ({ ...row, test: new RegExp('[' + row.characters + ']', 'u') }));
  const hanTest = new RegExp('[' + han + ']', 'u');
  const any = new RegExp('[' + han + scripts.map(({ characters }) => characters).join('') + ']', 'u');
  const kinds = [
    ['mono', /mono|courier|cousine|consol|menlo|monaco|code\\b/i],
    [
      'sans',
      /sans|^inter|arial|arimo|helvetica|verdana|tahoma|segoe|roboto|calibri|carlito|lato\\b|system|gothic/i,
    ],
    ['serif', /serif|times|tinos|georgia|gelasio|cambria|caladea|palatino|garamond|baskerville|roman/i],
    ['serif', /mincho|song|ming|batang|naskh|nastaliq/i],
  ];
  const generic = /^(?:ui-)?(?:serif|sans-serif|monospace|rounded)$|^(?:system-ui|cursive|fantasy)$/i;
  const kindOf = (names) => {
    for (const name of names) for (const [kind, pattern] of kinds) if (pattern.test(name)) return kind;
    return 'serif';
  };
  const languageOf = (element) => element.closest('[lang]')?.getAttribute('lang') ?? '';
  const kana = /[\\p{sc=Hiragana}\\p{sc=Katakana}]/u;
  const letters = [
    ['JP', kana],
    ['KR', /\\p{sc=Hangul}/u],
    ['TC', /\\p{sc=Bopomofo}/u],
  ];
  const formIn = (text) => letters.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  const texts = new Map();
  const collect = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.shadowRoot) collect(node.shadowRoot);
      const control = node.localName === 'input' || node.localName === 'textarea';
      const text = node.nodeType === 3 ? node.data : control ? node.value + node.placeholder : '';
      const element = control ? node : node.parentElement;
      if (!any.test(text) || element === null || /^(?:style|script|title)$/.test(element.localName)) continue;
      texts.set(element, (texts.get(element) ?? '') + text);
    }
  };
  collect(document);
  if (texts.size === 0) return;
  let inDocument;
  const formOf = (language, text) => {
    const said = forms.findLast((row) => new RegExp(row.language, 'i').test(language))?.form;
    return said ?? formIn(text) ?? (inDocument ??= formIn([...texts.values()].join(' ')) ?? forms[0].form);
  };
  const familiesFor = (element, text, kind) => {
    const column = kind === 'serif' ? 'serif' : 'sans';
    const found = patterns.filter(({ test }) => test.test(text)).map((row) => row[column]);
    return hanTest.test(text) ? [...found, hanFamilies[kind] + ' ' + formOf(languageOf(element), text)] : found;
  };
  const listWith = (element, text) => {
    const names = getComputedStyle(element)
      .fontFamily.split(',')
      .map((name) => name.trim());
    const plain = names.map((name) => name.replace(/^["']|["']$/g, ''));
    const more = familiesFor(element, text, kindOf(plain)).filter((name) => !plain.includes(name));
    const at = plain.findIndex((name) => generic.test(name)) + 1 || names.length;
    const quoted = more.map((name) => '"' + name + '"');
    return more.length === 0 ? null : [...names.slice(0, at), ...quoted, ...names.slice(at)].join(', ');
  };
  const lists = [[document.documentElement, listWith(document.documentElement, [...texts.values()].join(' '))]];
  for (const [element, text] of texts) lists.push([element, listWith(element, text)]);
  for (const [element, list] of lists) {
    if (list !== null) element.style.setProperty('font-family', list, 'important');
    element.style.setProperty('font-synthesis-weight', 'none');
  }
  for (const [element, text] of texts) {
    if (!/\\p{Co}/u.test(text)) continue;
    const features = getComputedStyle(element).fontFeatureSettings;
    element.style.setProperty(
      'font-feature-settings',
      (features === 'normal' ? '' : features + ', ') + '"zzzz" 0',
      'important',
    );
  }
}`;

/**
 * Gives text beyond Latin, Greek and Cyrillic fonts of the same kind and weight as the text around it. Chromium's own
 * fallback fonts are regular and sans-serif, and become Type 3 fonts where they are bold (docs/fonts.md).
 */
export async function setScriptFonts({ session, frameId }: Tab, scripts: boolean): Promise<void> {
  const world = scripts ? await session.send('Page.createIsolatedWorld', { frameId }) : null;
  const expression = `(${addFamilies})(${JSON.stringify(tables)})`;
  await session.send('Runtime.evaluate', { expression, ...(world && { contextId: world.executionContextId }) });
}
