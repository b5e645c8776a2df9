/** The text of a string of codes in a font of the content, by the name of the font there. */
export type TextOf = (font: string, codes: string) => string;

/** A replacement text with soft hyphens as Skia writes it: UTF-16 in hexadecimal digits (ISO 32000-2, 14.9.4). */
const softMark = /\/Span<<\/ActualText <FEFF((?:[0-9A-F]{4})*)> ?>> BDC\n/g;
const softHyphen = '00AD';
const endMark = 'EMC\n';
/** Operators within a mark that move the place of the text after it (9.4.2). */
const moves = /(?<=^|\n)(?!0 0 )[-\d.]{1,20} [-\d.]{1,20} Td /g;
/** A text object with one line of text in one font, after the end of the one before. */
const nextText = /ET\n((?:(?!BT\n|BDC)[^\n]{0,200}\n){0,20})BT\n\/(\S+) [\d.]+ Tf\n([^\n]*\n)?([^]*?)ET\n/y;
const shown = /<([0-9A-F]*)> Tj/g;
const hyphenMark = '/Span<</ActualText (-) >> BDC\n';

/**
 * Content as Chromium prints it, without its soft hyphens: glyphs without width that stand within words. A hyphen that
 * is drawn where a line ends at a soft hyphen stands for `-` in extracted text, so that readers join the word again.
 * `null` where there are no soft hyphens.
 */
export function withoutSoftHyphens(content: string, hyphens: ReadonlySet<string>, textOf: TextOf): string | null {
  const parts: string[] = [];
  let from = 0;
  softMark.lastIndex = 0;
  for (let mark = softMark.exec(content); mark !== null; mark = softMark.exec(content)) {
    const units: readonly string[] = mark[1]?.match(/.{4}/g) ?? [];
    if (!units.includes(softHyphen)) continue;
    const others = units.filter((unit) => unit !== softHyphen);
    const end = content.indexOf(endMark, softMark.lastIndex) + endMark.length;
    if (end < endMark.length) break;
    parts.push(content.slice(from, mark.index));
    from = end;
    const inner = content.slice(softMark.lastIndex, end);
    if (others.length > 0) parts.push(`/Span<</ActualText <FEFF${others.join('')}> >> BDC\n`, inner);
    else parts.push(...(inner.match(moves) ?? []));
    softMark.lastIndex = end;
    if (units.at(-1) !== softHyphen) continue;
    const hyphen = hyphenAt(content, end, hyphens, textOf);
    if (hyphen === null) continue;
    parts.push(content.slice(from, hyphen.start), hyphenMark, content.slice(hyphen.start, hyphen.end), endMark);
    from = softMark.lastIndex = hyphen.end;
  }
  return from === 0 ? null : parts.join('') + content.slice(from);
}

/** The text object after the one that ends at `at`, where it draws a hyphen; else `null`. */
function hyphenAt(
  content: string,
  at: number,
  hyphens: ReadonlySet<string>,
  textOf: TextOf,
): { readonly start: number; readonly end: number } | null {
  nextText.lastIndex = at;
  const found = nextText.exec(content);
  if (found === null) return null;
  const [whole, between = '', font = '', , body = ''] = found;
  const text = Array.from(body.matchAll(shown), ([, codes = '']) => textOf(font, codes)).join('');
  return hyphens.has(text) ? { start: at + 'ET\n'.length + between.length, end: at + whole.length } : null;
}
