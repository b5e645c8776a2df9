import { glyphWidths } from './glyph-widths.ts';

const widths = new Map(
  glyphWidths.flatMap(({ from, widths: run }) => run.map((width, index) => [from + index, width] as const)),
);

/** Ratio of the width of titles (Inter SemiBold), measured over texts. */
const semiBold = 1.03;

/**
 * Thousandths of an em for characters in no table: marks stand on other letters; Chinese, Japanese, Korean and emoji
 * are square.
 */
function estimate(character: string): number {
  if (/\p{M}|\p{Default_Ignorable_Code_Point}/u.test(character)) return 0;
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff01-\uff60]|\p{Extended_Pictographic}/u.test(
    character,
  )
    ? 1000
    : 680;
}

/** Widths of the first characters, for speed. */
const latin = Float64Array.from(
  { length: 0x180 },
  (_, code) => widths.get(code) ?? estimate(String.fromCharCode(code)),
);

/** The width of a line of text in the fonts of the service, in the unit of `size`. */
export function textWidth(text: string, size: number, { bold = false }: { readonly bold?: boolean } = {}): number {
  let thousandths = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < latin.length) thousandths += latin[code] ?? 0;
    else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? code);
      at += character.length - 1;
      thousandths += widths.get(character.codePointAt(0) ?? code) ?? estimate(character);
    }
  }
  return (thousandths / 1000) * size * (bold ? semiBold : 1);
}

/** The text, shortened to fit, with an ellipsis. */
export function cutToWidth(text: string, size: number, width: number, style: { readonly bold?: boolean } = {}): string {
  if (textWidth(text, size, style) <= width) return text;
  const characters = Array.from(text);
  let used = textWidth('…', size, style);
  const fitting = characters.findIndex((character) => (used += textWidth(character, size, style)) > width);
  return `${characters.slice(0, Math.max(fitting, 0)).join('').trimEnd()}…`;
}

/**
 * The text in lines that fit, broken between words and shortened after `maxLines`. A word that is too long for a line
 * is shortened too.
 */
export function wrapText(
  text: string,
  size: number,
  width: number,
  { maxLines, ...style }: { readonly maxLines: number; readonly bold?: boolean },
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || lines.length === maxLines - 1 || textWidth(longer, size, style) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((one) => cutToWidth(one, size, width, style));
}
