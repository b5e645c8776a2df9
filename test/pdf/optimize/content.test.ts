import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { parseCMap } from '../../../src/pdf/fonts/cmap.ts';
import { parseContent } from '../../../src/pdf/content/parse-content.ts';
import { runPage } from '../../../src/pdf/content/run-page.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { rewriteContent, type RewriteOptions } from '../../../src/pdf/optimize/content/rewrite-content.ts';
import { shortNumber } from '../../../src/pdf/optimize/content/compact-writer.ts';
import { toUnicodeCMap } from '../../../src/pdf/fonts/to-unicode.ts';
import { optimizePdf } from '../../../src/pdf/optimize/optimize-pdf.ts';
import type { LevelName } from '../../../src/pdf/optimize/levels.ts';

const gallery = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../docs/gallery/templates/${name}.pdf`, import.meta.url)));

/** Characters and places of all glyphs, page by page. */
function glyphsOf(pdf: Uint8Array): { unicode: string | null; x: number; y: number }[] {
  const file = openPdf(pdf);
  const glyphs: { unicode: string | null; x: number; y: number }[] = [];
  for (const page of file.pages())
    runPage(file, page, {
      text: (shown) => {
        for (const { unicode, x, y } of shown.glyphs) glyphs.push({ unicode, x, y });
      },
    });
  return glyphs;
}

const optimized = async (bytes: Uint8Array, level: LevelName) =>
  (
    await optimizePdf({
      bytes,
      level,
      grayscale: false,
      linearize: false,
      removeMetadata: false,
      removeThumbnails: false,
      breakSignatures: false,
      decrypt: false,
    })
  ).pdf;

const plain: RewriteOptions = {
  recoding: () => null,
  bringsFont: () => false,
  exactness: { slack: 0, digits: 4, joined: false },
  slack: 0,
  scale: 1,
  page: true,
};
const rewritten = (text: string, options: Partial<RewriteOptions> = {}) =>
  rewriteContent(Buffer.from(text), { ...plain, ...options }).toString('latin1');

/** A font whose glyph `code` is now `code - 60`, 500.5 wide before and 500 now. */
const recoding = {
  codes: new Map([
    [65, 5],
    [66, 6],
  ]),
  twins: new Map<number, number>(),
  width: () => 500.5,
  whole: () => 500,
};

describe('Content in fewer bytes', () => {
  for (const [level, most] of [
    ['lossless', 0.0001],
    ['web', 0.03],
  ] as const) {
    it(`shows the same characters where they were (${level})`, async () => {
      const before = gallery('contract.de');
      const [one, other] = [glyphsOf(before), glyphsOf(await optimized(before, level))];
      expect(other.map(({ unicode }) => unicode)).to.deep.equal(one.map(({ unicode }) => unicode));
      const beside = one.reduce(
        (worst, { x, y }, at) => Math.max(worst, Math.abs(x - (other[at]?.x ?? 0)), Math.abs(y - (other[at]?.y ?? 0))),
        0,
      );
      expect(beside).to.be.at.most(most);
    });
  }

  it('leaves out what changes nothing, and keeps what does', () => {
    expect(rewritten('1 0 0 RG 0 0 1 rg 0 0 5 5 re f')).to.equal('0 0 1 rg 0 0 5 5 re f');
    expect(rewritten('1 0 0 RG 0 0 m 5 5 l S')).to.equal('1 0 0 RG 0 0 m 5 5 l S');
    expect(rewritten('1 0 0 RG q 0 0 m 5 5 l S Q 0 0 m 9 9 l S')).to.equal(
      'q 1 0 0 RG 0 0 m 5 5 l S Q 1 0 0 RG 0 0 m 9 9 l S',
    );
    expect(rewritten('1 0 0 RG /F Do')).to.equal('1 0 0 RG/F Do');
    expect(rewritten('0 g 0 g q 1 g Q 0 g /G gs /G gs 2 w /G gs')).to.equal('0 g q 1 g Q/G gs 2 w/G gs');
    expect(rewritten('0 0 m 9 0 l 9 9 l 5 12 l 2 12 l 0 9 l 0 0 l h f')).to.equal(
      '0 0 m 9 0 l 9 9 l 5 12 l 2 12 l 0 9 l f',
    );
    expect(rewritten('0 0 m 9 0 l 9 9 l 5 12 l 2 12 l 0 9 l 0 0 l h B')).to.contain('0 0 l h B');
    expect(rewritten('/P <</MCID 3 >> BDC (a\\)b) Tj EMC BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q')).to.equal(
      '/P<</MCID 3>>BDC(a\\)b)Tj EMC BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q',
    );
  });

  it('rounds places by what they are on the page', () => {
    const curve = '0.1234567 0 m 1.23456 2.34567 3.45678 4.56789 5.67891 6.78912 c f';
    expect(rewritten(curve, { slack: 0.005 })).to.equal('.12 0 m 1.23 2.35 3.46 4.57 5.68 6.79 c f');
    expect(rewritten(`100 0 0 100 0 0 cm ${curve}`, { slack: 0.005 })).to.contain('.1235 0 m');
    expect(rewritten(curve, { slack: 0.005, scale: 0.001 })).to.equal('0 0 m 1 2 3 5 6 7 c f');
  });

  it('writes text with other codes, joined or each glyph at its place', () => {
    const options = { recoding: (name: string) => (name === 'F' ? recoding : null) };
    const text = 'BT /F 10 Tf 1 0 0 1 5 5 Tm <0041> Tj 5.005 0 Td <0042> Tj 8 0 Td <0041> Tj 0 -12 Td <0042> Tj ET';
    expect(rewritten(text, options)).to.equal(
      'BT/F 10 Tf 1 0 0 1 5 5 Tm(\0\x05)Tj 5.005 0 Td(\0\x06)Tj 8 0 Td(\0\x05)Tj 0 -12 Td(\0\x06)Tj ET',
    );
    expect(rewritten(text, { ...options, exactness: { slack: 0.005, digits: 2, joined: true } })).to.equal(
      'BT/F 10 Tf 1 0 0 1 5 5 Tm[(\0\x05)-.5(\0\x06)-300(\0\x05)]TJ 13.005 -12 Td(\0\x06)Tj ET',
    );
    expect(
      rewritten('BT /F 10 Tf 2 Tc <00410042> Tj <0041> Tj ET', {
        ...options,
        exactness: { slack: 0.005, digits: 2, joined: true },
      }),
    ).to.contain('2 Tc[(\0\x05)-.5(\0\x06)-.5(\0\x05)');
  });

  it('is read as the operations that it was', () => {
    const number = fc.oneof(
      fc.integer({ min: -999, max: 999 }),
      fc.double({ min: -1000, max: 1000, noNaN: true }).map((value) => Number(value.toFixed(5))),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 30 }), (points) => {
        const text = points.map(([x, y], at) => `${x} ${y} ${at === 0 ? 'm' : 'l'}`).join(' ');
        const [before, after] = [`${text} S`, rewritten(`${text} S`)].map((content) =>
          [...parseContent(Buffer.from(content))].map(({ operator, operands }) => [operator, ...operands]),
        );
        expect(after).to.deep.equal(before);
      }),
      { numRuns: 100 },
    );
    expect([0.5, -0.25, 10, 1e-7, -0].map((value) => shortNumber(value))).to.deep.equal([
      '.5',
      '-.25',
      '10',
      '.0000001',
      '0',
    ]);
  });

  it('says of codes what they stood for', () => {
    const texts = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: 700 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })),
      { selector: ([code]) => code, maxLength: 300 },
    );
    fc.assert(
      fc.property(texts, (entries) => {
        const sorted = entries.toSorted(([one], [other]) => one - other);
        const map = parseCMap(toUnicodeCMap(sorted, 2));
        expect(sorted.map(([code]) => map.text(code))).to.deep.equal(sorted.map(([, text]) => text));
      }),
      { numRuns: 60 },
    );
  });
});
