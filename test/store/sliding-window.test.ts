import { expect } from 'chai';
import fc from 'fast-check';
import { SlidingWindow } from '../../src/store/sliding-window.ts';

describe('A sliding window', () => {
  it('lets exactly the limit through', () => {
    const window = new SlidingWindow(60_000);
    expect(Array.from({ length: 6 }, (_, index) => window.take('a', 4, index).allowed)).to.deep.equal([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('never lets more than the limit through in any stretch of its length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 80 }),
        fc.integer({ min: 1, max: 6 }),
        (gaps, limit) => {
          const window = new SlidingWindow(100);
          const admitted: number[] = [];
          let now = 0;
          for (const gap of gaps) {
            now += gap;
            if (window.take('a', limit, now).allowed) admitted.push(now);
          }
          for (const start of admitted)
            expect(admitted.filter((time) => time >= start && time < start + 100)).to.have.length.at.most(limit);
        },
      ),
    );
  });

  it('lets through whoever waits for as long as it says', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 20 }), (gaps) => {
        const window = new SlidingWindow(60_000);
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const taken = window.take('a', 2, now);
          if (taken.allowed) continue;
          now += taken.retryAfter * 1000;
          expect(window.take('a', 2, now).allowed).to.equal(true);
        }
      }),
    );
  });

  it('keeps its keys apart, and tells what remains', () => {
    const window = new SlidingWindow(60_000);
    expect(window.take('a', 3, 0)).to.deep.equal({ allowed: true, remaining: 2, retryAfter: 60 });
    expect(window.take('a', 3, 10_000)).to.deep.equal({ allowed: true, remaining: 1, retryAfter: 50 });
    expect(window.take('b', 3, 10_000)).to.deep.equal({ allowed: true, remaining: 2, retryAfter: 60 });
  });

  it('holds nobody back for longer than its length when the clock is set back', () => {
    const window = new SlidingWindow(60_000);
    expect([
      window.take('a', 2, 1_000_000).allowed,
      window.take('a', 2, 5).allowed,
      window.take('a', 2, 6).allowed,
    ]).to.deep.equal([true, true, false]);
    expect(window.take('a', 2, 60_005)).to.deep.include({ allowed: true });
  });

  it('remembers no more keys than it may', () => {
    const window = new SlidingWindow(60_000, 3);
    for (const key of ['a', 'b', 'a', 'c', 'd']) window.take(key, 2, 0);
    expect(window.size).to.equal(3);
    expect(window.take('a', 2, 0).allowed, 'a was used last but two').to.equal(false);
  });
});
