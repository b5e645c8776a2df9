import { expect } from 'chai';
import { at, withStore, type MakeHome } from './home.ts';

const minute = 60_000;

export function rateSuite(name: string, make: MakeHome): void {
  describe(`The rates of ${name}`, () => {
    const home = withStore(make);
    const take = async (key: string, limit: number, now: number): Promise<boolean> =>
      (await home.store.rates.take([{ key, limit }], minute, at(now)))[0]!.allowed;

    it('let exactly the limit through, of 20 that come at once', async () => {
      const taken = await Promise.all(Array.from({ length: 20 }, () => take('a', 4, 0)));
      expect(taken.filter((allowed) => allowed)).to.have.length(4);
    });

    it('never let more than the limit through in any stretch of the window', async () => {
      const admitted: number[] = [];
      for (const now of [
        0, 100, 59_000, 59_500, 59_999, 60_000, 60_050, 60_100, 100_000, 119_000, 119_400, 119_500, 120_001,
      ])
        if (await take('a', 3, now)) admitted.push(now);
      expect(admitted).to.deep.equal([0, 100, 59_000, 60_000, 60_100, 119_000, 120_001]);
    });

    it('tell what remains, and when the oldest request leaves the window', async () => {
      expect(await home.store.rates.take([{ key: 'a', limit: 2 }], minute, at(0))).to.deep.equal([
        { allowed: true, remaining: 1, retryAfter: 60 },
      ]);
      expect(await home.store.rates.take([{ key: 'a', limit: 2 }], minute, at(10_000))).to.deep.equal([
        { allowed: true, remaining: 0, retryAfter: 50 },
      ]);
      expect(await home.store.rates.take([{ key: 'a', limit: 2 }], minute, at(20_500))).to.deep.equal([
        { allowed: false, remaining: 0, retryAfter: 40 },
      ]);
      expect(await take('a', 2, 60_000), 'after that time').to.equal(true);
    });

    it('take nothing for a request that is refused', async () => {
      await take('a', 1, 0);
      for (const now of [10_000, 30_000, 59_999]) expect(await take('a', 1, now)).to.equal(false);
      expect(await take('a', 1, 60_000)).to.equal(true);
    });

    it('keep their keys apart', async () => {
      expect([await take('a', 1, 0), await take('b', 1, 0), await take('a', 1, 0)]).to.deep.equal([true, true, false]);
    });

    it('are taken in order, up to the first that refuses', async () => {
      const both = [
        { key: 'ip', limit: 2 },
        { key: 'client', limit: 1 },
      ];
      const allowed = async (now: number): Promise<boolean[]> =>
        (await home.store.rates.take(both, minute, at(now))).map((taken) => taken.allowed);
      expect(await allowed(0)).to.deep.equal([true, true]);
      expect(await allowed(1)).to.deep.equal([true, false]);
      expect(await allowed(2)).to.deep.equal([false]);
    });

    it('follow a limit that was lowered or raised', async () => {
      for (let count = 0; count < 3; count += 1) await take('a', 3, count);
      expect(await take('a', 1, 10)).to.equal(false);
      expect(await take('a', 4, 10)).to.equal(true);
    });
  });
}
