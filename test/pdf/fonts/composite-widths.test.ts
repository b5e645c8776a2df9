import { expect } from 'chai';
import fc from 'fast-check';
import { compositeWidths, numbersByCid, widthsOf } from '../../../src/pdf/fonts/composite-widths.ts';
import { Dict, type Obj } from '../../../src/pdf/objects/objects.ts';

const file = {
  array: (obj: Obj) => (Array.isArray(obj) ? obj : null),
  number: (obj: Obj) => (typeof obj === 'number' ? obj : null),
};

describe('Widths of a composite font', () => {
  it('are listed from a number on, or the same for a range', () => {
    const widths = compositeWidths(file, new Dict([['W', [3, [500, 600], 10, 12, 700]]]));
    expect([2, 3, 4, 5, 10, 12, 13].map((cid) => widths.get(cid))).to.deep.equal([
      undefined,
      500,
      600,
      undefined,
      700,
      700,
      undefined,
    ]);
    expect([3, 5].map((cid) => widths.has(cid))).to.deep.equal([true, false]);
  });

  it('are three numbers each of vertical writing', () => {
    const of = numbersByCid(file, [1, [-1000, 250, 880], 5, 6, -900, 300, 800], 3);
    expect([1, 6, 7].map(of)).to.deep.equal([[-1000, 250, 880], [-900, 300, 800], null]);
  });

  it('are written as they are read', () => {
    const written = widthsOf([
      [3, 500],
      [4, 600],
      [9, 700],
    ]);
    expect(written).to.deep.equal([3, [500, 600], 9, [700]]);
  });

  it('are those of the first range of a number, in whatever order ranges come', () => {
    const end = fc.double({ min: -3, max: 70_000, noNaN: true });
    const ranges = fc.array(fc.tuple(fc.oneof(end, fc.integer({ min: 0, max: 300 })), end), { maxLength: 8 });
    fc.assert(
      fc.property(ranges, fc.array(fc.integer({ min: 0, max: 65_535 })), (given, cids) => {
        const w = given.flatMap(([first, last], index) => [first, last, index]);
        const widths = compositeWidths(file, new Dict([['W', w]]));
        for (const cid of [...cids, ...given.flat().map(Math.round), ...given.flat().map(Math.floor)]) {
          const width = given.findIndex(([first, last]) => cid >= first && cid <= last && cid >= 0 && cid <= 65_535);
          expect(widths.get(cid)).to.equal(width < 0 ? undefined : width);
        }
      }),
    );
  });

  it('are read in time where many ranges go over all numbers', () => {
    const ranges = Array.from({ length: 50_000 }, (_, index) => [0, 65_535, index]).flat();
    const widths = compositeWidths(file, new Dict([['W', ranges]]));
    expect(widths.get(65_535), 'the first counts').to.equal(0);
  }).timeout(2_000);
});
