import { hundredths } from '../../geometry/matrix.ts';
import type { Box } from '../../text/extracted.ts';

/** A word of a document, or an ideograph: the unit of comparison. */
export interface Word {
  /** Text as shown; a word that a hyphen divides at a line end is joined. */
  readonly text: string;
  /** Equal keys mean equal words. */
  readonly key: string;
  /** The key with U+00AD for a hyphen that may be due to a line end. */
  readonly loose: string;
  /** Its box; two where a line ends within it. */
  readonly boxes: readonly Box[];
  /** Index of its page among the compared pages. */
  readonly page: number;
  /** Number of its paragraph, cell or row in the document. */
  readonly block: number;
  /** The first word of its line. */
  readonly startsLine: boolean;
  /** White space precedes it. */
  readonly spaced: boolean;
}

/**
 * Characters without a glyph that break nothing (Unicode, Default_Ignorable_Code_Point), without those that join
 * letters.
 */
// eslint-disable-next-line no-misleading-character-class
const ignorable = /[\u00AD\u034F\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** Characters whose meaning compatibility forms would change: superscripts, fractions, numbers in circles. */
const meaningful =
  /[\u00AA\u00B2\u00B3\u00B9\u00BA\u00BC-\u00BE\u02B0-\u02B8\u02E0-\u02E4\u1D2C-\u1D6A\u1D78\u1D9B-\u1DBF\u2070-\u209C\u2100-\u214F\u2150-\u215F\u2189\u2460-\u24FF\u3200-\u33FF]/u;

/**
 * The comparison key of a text: canonical and compatibility forms (UAX #15). Ligatures and kinds of hyphens and spaces
 * are ignored.
 */
export function keyOf(text: string): string {
  const plain = text.replace(ignorable, '');
  const normal = meaningful.test(plain)
    ? Array.from(plain, (character) => (meaningful.test(character) ? character : character.normalize('NFKC'))).join('')
    : plain.normalize('NFKC');
  return normal
    .normalize('NFC')
    .replace(/[\u2010\u2011]/gu, '-')
    .replace(/\s+/gu, '');
}

/** Joins words to one text. */
export function textOf(words: readonly Word[]): string {
  return words.map(({ text, spaced }, index) => (index > 0 && spaced ? ' ' : '') + text).join('');
}

/** True where runs of words differ only in white space, and in hyphens at line ends. */
export function readAlike(before: readonly Word[], after: readonly Word[]): boolean {
  const [one, other] = [before, after].map((words) => words.map(({ loose }) => loose).join('')) as [string, string];
  if (one === other) return true;
  let [x, y] = [0, 0];
  while (x < one.length || y < other.length) {
    const [left, right] = [one[x], other[y]];
    if (left === right) [x, y] = [x + 1, y + 1];
    else if (left === softHyphen) [x, y] = [x + 1, right === '-' ? y + 1 : y];
    else if (right === softHyphen) [x, y] = [left === '-' ? x + 1 : x, y + 1];
    else return false;
  }
  return true;
}

/** U+00AD. */
export const softHyphen = '\u00AD';

/** The box around boxes of one page. */
export function around(boxes: readonly Box[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes)
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + width), Math.max(y1, y + height)];
  return { x: x0, y: y0, width: hundredths(x1 - x0), height: hundredths(y1 - y0) };
}
