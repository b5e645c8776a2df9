/** Scripts whose strong characters run from right to left (UAX #9: R and AL). */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;
const letter = /\p{L}/u;
const number = /[\p{Nd}]/u;
/** Ideographs, kana and their punctuation: written without spaces, broken between any two (UAX #14: ID, CJ, CL). */
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFF65]/u;
/**
 * Latin and Armenian ligatures, Hebrew and Arabic presentation forms: each has a decomposition that is the text meant.
 */
const presentationForm = /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFC]/u;
const mark = /^\p{M}+$/u;

export const isIdeographic = (text: string): boolean => ideographic.test(text);
export const isMark = (text: string): boolean => mark.test(text);

/** Bidirectional class, as coarse as turning a line needs: R and AL, L, EN and AN, the rest (UAX #9, table 4). */
export type BidiClass = 'R' | 'L' | 'N' | 'neutral';

export function bidiClass(text: string): BidiClass {
  if (number.test(text)) return 'N';
  if (rightToLeft.test(text)) return letter.test(text) ? 'R' : 'neutral';
  return letter.test(text) ? 'L' : 'neutral';
}

/**
 * The text of a code that PDFium tells: ligatures and presentation forms expanded (UAX #15, NFKC of those only), marks
 * that stand alone without the space under them, PDFium's own hyphen mark (U+0002) a hyphen again, white space a space;
 * empty for what is no text.
 */
export function cleanText(code: number): string {
  if (code === 0x02) return '-';
  if (code === 0x09 || code === 0x0a || code === 0x0d || code === 0xa0) return ' ';
  if (code < 0x20 || code === 0x7f || code === 0xfffe || code === 0xffff || code > 0x10ffff) return '';
  const text = String.fromCodePoint(code);
  return presentationForm.test(text) ? text.normalize('NFKC').trimStart() : text;
}
