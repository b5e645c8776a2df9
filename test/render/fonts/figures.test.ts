import { expect } from 'chai';
import { wordBoxesOf } from '../../support/figures.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const column = (words: readonly string[]) => ({
  op: 'add_table',
  columns: [{ header: 'Of', align: 'right' }],
  rows: words.map((word) => [word]),
});
const paragraph = (word: string, weight: number) =>
  `<p style="font:${weight} 10pt Inter;font-variant-numeric:tabular-nums">${word}</p>`;

describe('a column of figures', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  /** The widths of a word wherever it stands. Points. */
  const widthsOf = async (operations: readonly object[], word: string) => {
    const boxes = await wordBoxesOf(pdfOf(await service.render({ operations })), 1);
    return boxes.filter(({ text }) => text === word).map(({ left, right }) => right - left);
  };

  it('has hyphens of their normal width, in every weight', async () => {
    const words = ['2026-11-24', '20261124'] as const;
    const html = [400, 500, 600, 700].flatMap((weight) => words.map((word) => paragraph(word, weight))).join('');
    const operations = [column(words), { op: 'add_html', html }];
    const without = await widthsOf(operations, words[1]);
    expect(without).to.have.lengthOf(5);
    // A hyphen of Inter has 0.46 of the em, a digit 0.65.
    const wanted = 1 + (2 * 0.46) / (8 * 0.65);
    for (const [index, width] of (await widthsOf(operations, words[0])).entries()) {
      expect(width / (without[index] ?? 0)).to.be.closeTo(wanted, 0.02);
    }
  });

  it('has digits that are as wide as each other', async () => {
    const figures = ['1111111', '8888888', '4444444'];
    const widths = await Promise.all(figures.map((figure) => widthsOf([column(figures)], figure)));
    expect(new Set(widths.flat().map((width) => width.toFixed(1))).size).to.equal(1);
  });
});
