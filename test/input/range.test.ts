import { expect } from 'chai';
import fc from 'fast-check';
import { AppError } from '../../src/problems.ts';
import { pagesOf, parseRange } from '../../src/input/range.ts';

const slugOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
  return 'none';
};

describe('a page range', () => {
  it('names pages in its own order and keeps repeats', () => {
    expect(pagesOf(parseRange('7,2,7'), 9)).to.deep.equal([7, 2, 7]);
  });

  it('stops at the last page where its end is open', () => {
    expect(pagesOf(parseRange('1-3, 7,10-'), 12)).to.deep.equal([1, 2, 3, 7, 10, 11, 12]);
  });

  it('counts from the end', () => {
    expect(pagesOf(parseRange('last'), 5)).to.deep.equal([5]);
    expect(pagesOf(parseRange('-1'), 5)).to.deep.equal([5]);
    expect(pagesOf(parseRange('-2'), 5)).to.deep.equal([4]);
    expect(pagesOf(parseRange('3-last'), 5)).to.deep.equal([3, 4, 5]);
    expect(pagesOf(parseRange('-3--1'), 5)).to.deep.equal([3, 4, 5]);
  });

  it('knows odd and even pages', () => {
    expect(pagesOf(parseRange('odd'), 5)).to.deep.equal([1, 3, 5]);
    expect(pagesOf(parseRange('even'), 5)).to.deep.equal([2, 4]);
  });

  for (const wrong of ['', '0', '5-2', '1,,2', 'x', '1-', '-0', '-1--3', '1-2-3', '01', '1.5'].filter(
    (text) => text !== '1-',
  )) {
    it(`refuses '${wrong}'`, () => {
      expect(slugOf(() => parseRange(wrong))).to.equal('invalid-request');
    });
  }

  it('is refused when it names a page that is not there', () => {
    for (const beyond of ['6', '4-6', '6-', '-6', '2-6,1'])
      expect(
        slugOf(() => pagesOf(parseRange(beyond), 5)),
        beyond,
      ).to.equal('page-out-of-range');
  });

  it('of any pages that are there gives exactly these', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.tuple(fc.nat(59), fc.nat(59)), { minLength: 1, maxLength: 8 }),
        (count, pairs) => {
          const ranges = pairs.map(([a, b]) =>
            [Math.min(a, b) % count, Math.max(a, b) % count].sort((x, y) => x - y).map((page) => page + 1),
          );
          const text = ranges.map(([first, last]) => (first === last ? String(first) : `${first!}-${last!}`)).join(',');
          const expected = ranges.flatMap(([first, last]) =>
            Array.from({ length: last! - first! + 1 }, (_, index) => first! + index),
          );
          expect(pagesOf(parseRange(text), count)).to.deep.equal(expected);
        },
      ),
    );
  });

  it('never gives a page outside of the document, whatever is asked', () => {
    const piece = fc.constantFrom('1', '3', '-1', '-4', 'last', '2-', '1-4', 'odd', 'even', '-3-last', '0', 'x', '');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 6 }), (pieces, count) => {
        try {
          for (const page of pagesOf(parseRange(pieces.join(',')), count)) expect(page).to.be.within(1, count);
        } catch (error) {
          expect(error).to.be.instanceOf(AppError);
        }
      }),
    );
  });
});
