import { expect } from 'chai';
import type { IdempotencyScope, StoredAnswer } from '../../../src/store/facets/idempotency.ts';
import { at, largeBytes, withStore, type MakeHome } from './home.ts';

export const scope: IdempotencyScope = { client: 'acme', method: 'POST', path: '/api/v1/render', key: 'k1' };
export const answer: StoredAnswer = {
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  body: new Uint8Array([0, 255, 37, 80]),
};

export function idempotencySuite(name: string, make: MakeHome): void {
  describe(`The idempotency keys of ${name}`, () => {
    const home = withStore(make);

    async function started(now = 0, lease = 100): Promise<string> {
      const found = await home.store.idempotency.begin(scope, 'f', at(now + lease), at(now));
      if (found.state !== 'started') throw new Error(`It is ${found.state}.`);
      return found.claim;
    }

    async function kept(now: number): Promise<StoredAnswer> {
      const found = await home.store.idempotency.begin(scope, 'f', at(now + 100), at(now));
      if (found.state !== 'finished') throw new Error(`It is ${found.state}.`);
      return { ...found.answer, body: Uint8Array.from(found.answer.body) };
    }

    it('let the first request run, and tell the second that it runs', async () => {
      await started();
      expect(await home.store.idempotency.begin(scope, 'f', at(150), at(50))).to.deep.equal({ state: 'running' });
    });

    it('give the kept answer, byte for byte', async () => {
      await home.store.idempotency.finish(scope, await started(), answer, at(1000));
      expect(await kept(200)).to.deep.equal(answer);
    });

    it('give an answer that is too large for a row, also after a sweep of what nothing names', async () => {
      const large = { ...answer, body: largeBytes(1) };
      await home.store.idempotency.finish(scope, await started(), large, at(1e12));
      await home.store.sweep(at(1e11));
      expect(await kept(1e11)).to.deep.equal(large);
    });

    it('give an empty answer', async () => {
      const empty = { status: 204, headers: {}, body: new Uint8Array() };
      await home.store.idempotency.finish(scope, await started(), empty, at(1000));
      expect(await kept(200)).to.deep.equal(empty);
    });

    it('are in conflict with another fingerprint, running or finished', async () => {
      const claim = await started();
      expect(await home.store.idempotency.begin(scope, 'g', at(150), at(50))).to.deep.equal({ state: 'conflict' });
      await home.store.idempotency.finish(scope, claim, answer, at(1000));
      expect(await home.store.idempotency.begin(scope, 'g', at(150), at(50))).to.deep.equal({ state: 'conflict' });
    });

    it('are apart by client, method, path and key', async () => {
      await started();
      for (const other of [{ client: 'globex' }, { method: 'DELETE' }, { path: '/api/v1/merge' }, { key: 'k2' }]) {
        expect(await home.store.idempotency.begin({ ...scope, ...other }, 'g', at(100), at(0))).to.have.property(
          'state',
          'started',
        );
      }
    });

    it('are free again once released', async () => {
      await home.store.idempotency.release(scope, await started());
      expect(await home.store.idempotency.begin(scope, 'g', at(100), at(0))).to.have.property('state', 'started');
    });

    it('are free again when their holder died, and stay when it renews', async () => {
      const claim = await started(0, 100);
      await home.store.idempotency.renew(scope, claim, at(200));
      expect(await home.store.idempotency.begin(scope, 'f', at(300), at(150))).to.deep.equal({ state: 'running' });
      expect(await home.store.idempotency.begin(scope, 'f', at(300), at(200))).to.have.property('state', 'started');
    });

    it('take nothing from a holder that lost its claim', async () => {
      const lost = await started(0, 100);
      const held = await started(100, 100);
      await home.store.idempotency.finish(scope, lost, answer, at(1000));
      await home.store.idempotency.release(scope, lost);
      await home.store.idempotency.renew(scope, lost, at(10_000));
      expect(await home.store.idempotency.begin(scope, 'f', at(250), at(150))).to.deep.equal({ state: 'running' });
      await home.store.idempotency.finish(scope, held, answer, at(1000));
      expect(await home.store.idempotency.begin(scope, 'f', at(250), at(150))).to.have.property('state', 'finished');
    });

    it('keep the first answer', async () => {
      const claim = await started();
      await home.store.idempotency.finish(scope, claim, answer, at(1000));
      await home.store.idempotency.finish(scope, claim, { ...answer, status: 404 }, at(1000));
      await home.store.idempotency.release(scope, claim);
      expect(await kept(200)).to.deep.equal(answer);
    });

    it('run again once the answer has expired, with any fingerprint', async () => {
      await home.store.idempotency.finish(scope, await started(), answer, at(1000));
      expect(await home.store.idempotency.begin(scope, 'g', at(1100), at(1000))).to.have.property('state', 'started');
    });

    it('are claimed by one of many that ask at once', async () => {
      const found = await Promise.all(
        Array.from({ length: 20 }, () => home.store.idempotency.begin(scope, 'f', at(100), at(0))),
      );
      expect(found.filter(({ state }) => state === 'started')).to.have.length(1);
    });

    it('are claimed by one of two that have the store open', async () => {
      const other = await home.another();
      await started();
      expect(await other.idempotency.begin(scope, 'f', at(100), at(0))).to.deep.equal({ state: 'running' });
    });

    it('outlive a restart', async () => {
      await home.store.idempotency.finish(scope, await started(), answer, at(1000));
      await home.restart();
      expect(await home.store.idempotency.begin(scope, 'f', at(100), at(50))).to.have.property('state', 'finished');
    });

    it('are swept when they have expired, and not before', async () => {
      await home.store.idempotency.finish(scope, await started(), answer, at(1000));
      expect(await home.store.sweep(at(999))).to.equal(0);
      expect(await home.store.sweep(at(1000))).to.equal(1);
    });
  });
}
