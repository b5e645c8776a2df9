import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import type { WantedLabel } from '../../../src/pdf/certify/certify-options.ts';
import { labelPositions } from '../../../src/pdf/certify/label-positions.ts';
import { broken, report } from '../../support/archive-3a.ts';
import { textOf, wordsOf } from '../../support/pdf.ts';
import { smallPdf } from '../raw/small-pdf.ts';
import { certify } from '../c2pa/certify.ts';

const fonts = [{ path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' } as const];
const label = (more: Partial<WantedLabel> = {}): WantedLabel => ({
  text: 'Made by AI',
  pages: (count) => Array.from({ length: count }, (_, index) => index + 1),
  position: 'top-left',
  size: 10,
  ...more,
});

/** Two pages of 300 by 200 points whose content leaves its state and its matrix as it likes, the second turned. */
const untidy = (rotate = 0) =>
  Buffer.from(
    smallPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 5 0 R/Resources<<>>>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/CropBox[10 10 290 190]/Rotate ${rotate}/Contents 5 0 ` +
        'R/Resources<</XObject<</ColophonLabel null>>>>>>',
      '<</Length 40>>stream\nq 5 0 0 5 90 90 cm Q Q 3 0 0 3 7 7 cm q \nendstream',
    ]).text,
    'latin1',
  );

describe('A visible label', () => {
  it('stands upright at its place, whatever the page does and however it is turned', async () => {
    for (const rotate of [0, 90, 180, 270]) {
      const { pdf } = await certify(untidy(rotate), { label: label(), fonts });
      for (const page of [1, 2]) {
        const words = await wordsOf(pdf, page);
        expect(
          words.map(({ text }) => text),
          `${rotate}`,
        ).to.deep.equal(['Made', 'by', 'AI']);
        const [first, second] = words;
        // Poppler counts from the media box.
        const edge = page === 2 ? 28 : 18;
        expect(
          [first!.x, first!.y].map((side) => Math.abs(side - edge) < 5),
          `${rotate} ${JSON.stringify(first)}`,
        ).to.deep.equal([true, true]);
        expect([second!.x > first!.x, Math.abs(second!.y - first!.y) < 1]).to.deep.equal([true, true]);
      }
    }
  });

  it('is where it is asked for', async () => {
    for (const position of labelPositions) {
      const [first] = await wordsOf((await certify(untidy(), { label: label({ position }), fonts })).pdf, 1);
      const { x, y } = first!;
      expect([y < 100 ? 'top' : 'bottom', x < 60 ? 'left' : x < 200 ? 'center' : 'right'].join('-')).to.equal(position);
    }
  });

  it(
    'is content of the first page and an artifact of the others in a tagged document, which ' + 'conforms as before',
    async () => {
      const { pdf } = await certify(report(), { label: label({ text: 'Von KI erzeugt\nموسوم', lang: 'de' }), fonts });
      expect(broken(pdf)).to.deep.equal([
        ['PDF/A-3a', []],
        ['PDF/UA-1', []],
      ]);
      expect(await textOf(pdf)).to.contain('Von KI erzeugt');
    },
  );

  it(
    'breaks lines that are wider than the page, and warns of what does not fit and of ' + 'characters without a font',
    async () => {
      const { pdf, warnings } = await certify(untidy(), {
        label: label({ text: `${'very long words '.repeat(12)}\u{13000}`, pages: () => [1] }),
        fonts,
      });
      const words = await wordsOf(pdf, 1);
      expect([words.length, words.every(({ x }) => x >= 0 && x < 280)]).to.deep.equal([36, true]);
      expect(await textOf(pdf, 2)).to.not.contain('long');
      expect(warnings.some((warning) => warning.includes('No font has these characters'))).to.equal(true);
      const large = await certify(untidy(), { label: label({ text: 'much too large', size: 72 }), fonts });
      expect(large.warnings.some((warning) => warning.includes('larger than a page'))).to.equal(true);
    },
  );
});
