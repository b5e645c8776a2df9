import { StandardFontEmbedder, StandardFonts } from 'pdf-lib';

/** Metrics of one of the standard 14 fonts (ISO 32000-2, 9.6.2.2), in thousandths of text space. */
export interface StandardMetrics {
  readonly symbolic: 'Symbol' | 'ZapfDingbats' | null;
  readonly ascent: number;
  readonly descent: number;
  width(glyphName: string): number | null;
}

type Family = 'Helvetica' | 'Times' | 'Courier' | 'Symbol' | 'ZapfDingbats';

const families: readonly (readonly [RegExp, Family])[] = [
  [/^(Helvetica|Arial)/i, 'Helvetica'],
  [/^(Times|TimesNewRoman)/i, 'Times'],
  [/^Courier/i, 'Courier'],
  [/^Symbol$|^Symbol[,-]/i, 'Symbol'],
  [/^ZapfDingbats/i, 'ZapfDingbats'],
];

/** Upright, bold, slanted, both. */
const styles: Readonly<Record<Family, readonly StandardFonts[]>> = {
  Helvetica: [
    StandardFonts.Helvetica,
    StandardFonts.HelveticaBold,
    StandardFonts.HelveticaOblique,
    StandardFonts.HelveticaBoldOblique,
  ],
  Times: [
    StandardFonts.TimesRoman,
    StandardFonts.TimesRomanBold,
    StandardFonts.TimesRomanItalic,
    StandardFonts.TimesRomanBoldItalic,
  ],
  Courier: [
    StandardFonts.Courier,
    StandardFonts.CourierBold,
    StandardFonts.CourierOblique,
    StandardFonts.CourierBoldOblique,
  ],
  Symbol: [StandardFonts.Symbol],
  ZapfDingbats: [StandardFonts.ZapfDingbats],
};

/** Those of the font that viewers take for `baseFont`; null where that is not one of the 14. */
export function standardMetrics(baseFont: string): StandardMetrics | null {
  const name = baseFont.replaceAll(' ', '');
  const family = families.find(([pattern]) => pattern.test(name))?.[1];
  if (family === undefined) return null;
  const style = (/bold|black/i.test(name) ? 1 : 0) + (/italic|oblique/i.test(name) ? 2 : 0);
  const font = metricsOf(styles[family][style] ?? styles[family][0]);
  return {
    symbolic: family === 'Symbol' || family === 'ZapfDingbats' ? family : null,
    ascent: (font.Ascender ?? 750) / 1000,
    descent: (font.Descender ?? -250) / 1000,
    width: (glyphName) => (font.getWidthOfGlyph(glyphName) as number | undefined) ?? null,
  };
}

/** pdf-lib has two enumerations of the same names, and gives away only one. */
function metricsOf(name: StandardFonts | undefined): StandardFontEmbedder['font'] {
  return StandardFontEmbedder.for(name as unknown as Parameters<typeof StandardFontEmbedder.for>[0]).font;
}
