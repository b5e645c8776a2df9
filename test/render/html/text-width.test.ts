import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { glyphWidths } from '../../../src/render/html/glyph-widths.ts';
import { cutToWidth, textWidth, wrapText } from '../../../src/render/html/text-width.ts';

const fonts = join(import.meta.dirname, '..', '..', '..', 'fonts');

/** Advance widths of a TrueType font in thousandths of an em, by character (OpenType, `cmap` format 4 and `hmtx`). */
function advancesOf(file: string): Map<number, number> {
  const font = readFileSync(join(fonts, file));
  const table = (tag: string) =>
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
      .filter((at) => font.toString('latin1', at, at + 4) === tag)
      .map((at) => font.readUInt32BE(at + 8))[0] ?? 0;
  const [cmap, hmtx, em, count] = [
    table('cmap'),
    table('hmtx'),
    font.readUInt16BE(table('head') + 18),
    font.readUInt16BE(table('hhea') + 34),
  ];
  const four =
    Array.from(
      { length: font.readUInt16BE(cmap + 2) },
      (_, index) => cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4),
    ).findLast((at) => font.readUInt16BE(at) === 4) ?? 0;
  const segments = font.readUInt16BE(four + 6) / 2;
  const widths = new Map<number, number>();
  for (let index = 0; index < segments; index += 1) {
    const [end, start, delta] = [14, 16 + 2 * segments, 16 + 4 * segments].map((from) =>
      font.readUInt16BE(four + from + 2 * index),
    ) as [number, number, number];
    const at = four + 16 + 6 * segments + 2 * index;
    const offset = font.readUInt16BE(at);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : font.readUInt16BE(at + offset + 2 * (code - start));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0)
        widths.set(code, Math.round((font.readUInt16BE(hmtx + 4 * Math.min(glyph, count - 1)) * 1000) / em));
    }
  }
  return widths;
}

describe('The width of a text', () => {
  it('is that of the bundled fonts, glyph for glyph', () => {
    const known = [
      'inter/Inter-Regular.ttf',
      'noto-sans-hebrew/NotoSansHebrew-Regular.ttf',
      'noto-sans-arabic/NotoSansArabic-Regular.ttf',
      'noto-sans-devanagari/NotoSansDevanagari-Regular.ttf',
    ].map(advancesOf);
    const wrong = glyphWidths.flatMap(({ from, widths }) =>
      widths.flatMap((width, index) =>
        width === 0 || known.some((font) => font.get(from + index) === width)
          ? []
          : [`U+${(from + index).toString(16)} ${width}`],
      ),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('counts marks for nothing, and squares for squares', () => {
    expect(textWidth('e\u0301', 10)).to.equal(textWidth('e', 10));
    expect(textWidth('中文', 10)).to.equal(20);
    expect(textWidth('\u2067a\u2069', 10)).to.equal(textWidth('a', 10));
  });

  it('lets texts be cut and wrapped to fit', () => {
    for (const width of [5, 20, 60, 200]) {
      expect(textWidth(cutToWidth('A text that is rather long', 10, width), 10)).to.be.at.most(
        Math.max(width, textWidth('…', 10)),
      );
      for (const line of wrapText('A text that is rather long, with Unbreakablelongwords', 10, width, { maxLines: 3 }))
        expect(textWidth(line, 10)).to.be.at.most(Math.max(width, textWidth('…', 10)));
    }
    expect(wrapText('one two three', 10, 45, { maxLines: 2 })).to.deep.equal(['one two', 'three']);
    expect(cutToWidth('short', 10, 100)).to.equal('short');
  });
});
