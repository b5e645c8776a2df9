import { expect } from 'chai';
import fc from 'fast-check';
import { matchWords } from '../../../../src/pdf/compare/words/match-words.ts';

/** Length of a longest common subsequence, by the table that everybody knows. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const one of before) {
    const next = [0];
    after.forEach((other, index) =>
      next.push(one === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!)),
    );
    row = next;
  }
  return row[after.length]!;
}

const kept = (before: readonly string[], after: readonly string[]) =>
  [...matchWords(before, after).ofBefore].filter((at) => at >= 0).length;

describe('What stays between two texts', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });

  it('is as much as can stay', () => {
    fc.assert(
      fc.property(
        words,
        words,
        (before, after) => void expect(kept(before, after)).to.equal(longestCommon(before, after)),
      ),
      { numRuns: 500 },
    );
  });

  it('is the same word on both sides, in the same order', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const { ofBefore, ofAfter } = matchWords(before, after);
        let last = -1;
        ofBefore.forEach((at, index) => {
          if (at < 0) return;
          expect(after[at]).to.equal(before[index]);
          expect(ofAfter[at]).to.equal(index);
          expect(at).to.be.greaterThan(last);
          last = at;
        });
      }),
    );
  });

  it('is found between long texts that have little in common', () => {
    const random = (seed: number) =>
      Array.from({ length: 30_000 }, (_, index) => `w${(Math.imul(index + 1, seed) >>> 7) % 4001}`);
    const [before, after] = [random(2_654_435_761), random(1_597_334_677)];
    const landmark = Array.from({ length: 200 }, (_, index) => `landmark${index}`);
    const { ofBefore } = matchWords([...before, ...landmark, ...before], [...after, ...landmark, ...after]);
    expect([...ofBefore.subarray(before.length, before.length + landmark.length)]).to.deep.equal(
      landmark.map((_, index) => after.length + index),
    );
  });
});
