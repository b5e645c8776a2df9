import { standardWidths } from './standard-widths.ts';

/** Metrics of one of the standard 14 fonts (ISO 32000-2, 9.6.2.2), in thousandths of text space. */
export interface StandardMetrics {
  readonly symbolic: 'Symbol' | 'ZapfDingbats' | null;
  readonly ascent: number;
  readonly descent: number;
  width(glyphName: string): number | null;
}

type StandardFont = keyof typeof standardWidths;
type Family = 'Helvetica' | 'Times' | 'Courier' | 'Symbol' | 'ZapfDingbats';

const families: readonly (readonly [RegExp, Family])[] = [
  [/^(Helvetica|Arial)/i, 'Helvetica'],
  [/^(Times|TimesNewRoman)/i, 'Times'],
  [/^Courier/i, 'Courier'],
  [/^Symbol$|^Symbol[,-]/i, 'Symbol'],
  [/^ZapfDingbats/i, 'ZapfDingbats'],
];

/** Upright, bold, slanted, both: the table of widths of each. */
const styles: Readonly<Record<Family, readonly StandardFont[]>> = {
  Helvetica: ['Helvetica', 'Helvetica-Bold', 'Helvetica', 'Helvetica-Bold'],
  Times: ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
  Courier: ['Courier', 'Courier', 'Courier', 'Courier'],
  Symbol: ['Symbol'],
  ZapfDingbats: ['ZapfDingbats'],
};

/** Ascender and descender of each family; the two of symbols state none. */
const heights: Readonly<Record<Family, readonly [ascender: number, descender: number]>> = {
  Helvetica: [718, -207],
  Times: [683, -217],
  Courier: [629, -157],
  Symbol: [750, -250],
  ZapfDingbats: [750, -250],
};

/** Those of the font that viewers take for `baseFont`; null where that is not one of the 14. */
export function standardMetrics(baseFont: string): StandardMetrics | null {
  const name = baseFont.replaceAll(' ', '');
  const family = families.find(([pattern]) => pattern.test(name))?.[1];
  if (family === undefined) return null;
  const style = (/bold|black/i.test(name) ? 1 : 0) + (/italic|oblique/i.test(name) ? 2 : 0);
  const font = styles[family][style] ?? styles[family][0];
  const [ascender, descender] = heights[family];
  return {
    symbolic: family === 'Symbol' || family === 'ZapfDingbats' ? family : null,
    ascent: ascender / 1000,
    descent: descender / 1000,
    width: (glyphName) => (font === undefined ? null : (widthsOf(font).get(glyphName) ?? null)),
  };
}

const read = new Map<StandardFont, ReadonlyMap<string, number>>();

/** The widths of a font by the names of its glyphs; each table is read once. */
function widthsOf(font: StandardFont): ReadonlyMap<string, number> {
  const known = read.get(font);
  if (known) return known;
  const words = standardWidths[font].trim().split(/\s+/);
  const pairs = Array.from({ length: words.length / 2 }, (_, index) => [words[2 * index], words[2 * index + 1]]);
  const widths = new Map(pairs.map(([name = '', width]) => [name, Number(width)]));
  read.set(font, widths);
  return widths;
}
