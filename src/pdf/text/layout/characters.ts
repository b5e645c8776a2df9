/** Scripts whose letters run from right to left (UAX #9: R and AL). */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;
const letter = /\p{L}/u;
const number = /[\p{Nd}]/u;
/** Ideographs, kana and their punctuation: written without spaces, breakable between any two (UAX #14: ID, CJ, CL). */
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFF65]/u;
/** Latin and Armenian ligatures, Hebrew and Arabic presentation forms: each decomposes into its plain text. */
const presentationForm = /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFC]/u;
const mark = /^\p{M}+$/u;

/** True for text that begins with an ideograph or kana. */
export const isIdeographic = (text: string): boolean => ideographic.test(text);

/** True for a combining mark. */
export const isMark = (text: string): boolean => mark.test(text);

/** Bidirectional classes for reordering a line: R and AL, L, EN and AN, all others (UAX #9, table 4). */
export type BidiClass = 'R' | 'L' | 'N' | 'neutral';

/** The coarse bidirectional class of a text. */
export function bidiClass(text: string): BidiClass {
  if (number.test(text)) return 'N';
  if (rightToLeft.test(text)) return letter.test(text) ? 'R' : 'neutral';
  return letter.test(text) ? 'L' : 'neutral';
}

/**
 * The text of a code of PDFium. Expands ligatures and presentation forms (NFKC of UAX #15 for these only), drops the
 * space under isolated marks, turns U+0002 (PDFium's hyphen) into a hyphen, and white space into a space. Empty for
 * codes without text.
 */
export function cleanText(code: number): string {
  if (code === 0x02) return '-';
  if (code === 0x09 || code === 0x0a || code === 0x0d || code === 0xa0) return ' ';
  if (code < 0x20 || code === 0x7f || code === 0xfffe || code === 0xffff || code > 0x10ffff) return '';
  const text = String.fromCodePoint(code);
  return presentationForm.test(text) ? text.normalize('NFKC').trimStart() : text;
}
