/** Characters of one kind, and the families for them beside text of each kind. */
export interface ScriptFamilies {
  /** Content of a character class in a regular expression: usually a script (Unicode Standard Annex 24). */
  readonly characters: string;
  readonly sans: string;
  readonly serif: string;
}

const inScript = (script: string) => `\\p{sc=${script}}`;
const noto = (script: string): ScriptFamilies => ({
  characters: inScript(script),
  sans: `Noto Sans ${script}`,
  serif: `Noto Serif ${script}`,
});
const always = (characters: string, family: string): ScriptFamilies => ({ characters, sans: family, serif: family });
const only = (script: string, family: string) => always(inScript(script), family);

/** Scripts beyond Latin, Greek and Cyrillic; Chinese, Japanese and Korean are below. */
export const scriptFamilies: readonly ScriptFamilies[] = [
  { characters: inScript('Arabic'), sans: 'Noto Sans Arabic', serif: 'Noto Naskh Arabic' },
  ...['Armenian', 'Bengali', 'Devanagari', 'Ethiopic', 'Georgian', 'Gujarati', 'Gurmukhi', 'Hebrew'].map(noto),
  ...['Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Sinhala', 'Tamil', 'Telugu', 'Thai'].map(noto),
  only('Adlam', 'Noto Sans Adlam'),
  only('Mongolian', 'Noto Sans Mongolian'),
  only('Nko', 'Noto Sans NKo'),
  only('Ol_Chiki', 'Noto Sans Ol Chiki'),
  only('Oriya', 'Noto Sans Oriya'),
  only('Tibetan', 'Noto Serif Tibetan'),
  only('Tifinagh', 'Noto Sans Tifinagh'),
  // Chromium has no fallback fonts for private use characters: a box is shown where the requested fonts have no glyph.
  always('\\u{e000}-\\u{f8ff}', 'Colophon Boxes Private'),
  always('\\u{f0000}-\\u{fffff}', 'Colophon Boxes 15'),
  always('\\u{100000}-\\u{10ffff}', 'Colophon Boxes 16'),
];

/** Regional forms of Chinese characters, by the language of the text; the first is for text without a language. */
export const hanForms: readonly { readonly form: string; readonly language: RegExp }[] = [
  { form: 'SC', language: /^(?:zh|cmn)\b/i },
  { form: 'HK', language: /^(?:zh|yue)(?!-hans)(?:-[^-]*)*?-(?:hk|mo)\b|^yue\b(?!-hans)/i },
  { form: 'TC', language: /^(?:zh|cmn)(?!-hans)(?:-[^-]*)*?-(?:hant|tw)\b|^nan\b/i },
  { form: 'JP', language: /^ja\b/i },
  { form: 'KR', language: /^ko\b/i },
];

/** Families whose names end in a regional form: `Noto Sans CJK JP`. */
export const hanFamilies = { sans: 'Noto Sans CJK', serif: 'Noto Serif CJK', mono: 'Noto Sans Mono CJK' };

/**
 * Characters of Chinese, Japanese and Korean text, with punctuation and full-width forms: content of a character class.
 */
export const hanCharacters =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}' +
  '\\u3000-\\u303f\\u30fb\\u30fc\\u3200-\\u33ff\\ufe30-\\ufe4f\\uff00-\\uffef';

const all = new RegExp(`[${hanCharacters}${scriptFamilies.map(({ characters }) => characters).join('')}]`, 'u');

/** True where a text has a character of these scripts. */
export const hasOtherScripts = (text: string): boolean => /[^\0-\u052f]/.test(text) && all.test(text);
