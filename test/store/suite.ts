import { expect } from 'chai';
import type { IdempotencyScope, KeptAnswer, Store } from '../../src/store/store.ts';

/** A store to test, and a way to open the same data again, as after a restart or from another process. */
export interface OpenStore {
  open(): Store | Promise<Store>;
  remove(): void | Promise<void>;
}

const scope: IdempotencyScope = { client: 'acme', method: 'POST', path: '/api/v1/render', key: 'k1' };
const answer: KeptAnswer = { status: 200, headers: { 'content-type': 'application/pdf' }, body: new Uint8Array([0, 255, 37, 80]) };

/** What every driver keeps to. */
export function storeSuite(name: string, make: () => OpenStore): void {
  describe(`The idempotency keys of ${name}`, () => {
    let home: OpenStore;
    let store: Store;

    beforeEach(async () => {
      home = make();
      store = await home.open();
    });
    afterEach(async () => {
      await store.close();
      await home.remove();
    });

    async function started(now = 0, lease = 100): Promise<string> {
      const found = await store.idempotency.begin(scope, 'f', now + lease, now);
      if (found.state !== 'started') throw new Error(`It is ${found.state}.`);
      return found.claim;
    }

    it('let the first request run, and tell the second that it runs', async () => {
      await started();
      expect(await store.idempotency.begin(scope, 'f', 150, 50)).to.deep.equal({ state: 'running' });
    });

    it('give the kept answer, byte for byte', async () => {
      await store.idempotency.finish(scope, await started(), answer, 1000);
      const found = await store.idempotency.begin(scope, 'f', 300, 200);
      if (found.state !== 'finished') throw new Error(`It is ${found.state}.`);
      expect({ ...found.answer, body: [...found.answer.body] }).to.deep.equal({ ...answer, body: [...answer.body] });
    });

    it('are in conflict with another fingerprint, running or finished', async () => {
      const claim = await started();
      expect(await store.idempotency.begin(scope, 'g', 150, 50)).to.deep.equal({ state: 'conflict' });
      await store.idempotency.finish(scope, claim, answer, 1000);
      expect(await store.idempotency.begin(scope, 'g', 150, 50)).to.deep.equal({ state: 'conflict' });
    });

    it('are apart by client, method, path and key', async () => {
      await started();
      for (const other of [{ client: 'globex' }, { method: 'DELETE' }, { path: '/api/v1/merge' }, { key: 'k2' }]) {
        expect(await store.idempotency.begin({ ...scope, ...other }, 'g', 100, 0)).to.have.property('state', 'started');
      }
    });

    it('are free again once released', async () => {
      await store.idempotency.release(scope, await started());
      expect(await store.idempotency.begin(scope, 'g', 100, 0)).to.have.property('state', 'started');
    });

    it('are free again when their holder died, and stay when it renews', async () => {
      const claim = await started(0, 100);
      await store.idempotency.renew(scope, claim, 200);
      expect(await store.idempotency.begin(scope, 'f', 300, 150)).to.deep.equal({ state: 'running' });
      expect(await store.idempotency.begin(scope, 'f', 300, 200)).to.have.property('state', 'started');
    });

    it('take nothing from a holder that lost its claim', async () => {
      const lost = await started(0, 100);
      const held = await started(100, 100);
      await store.idempotency.finish(scope, lost, answer, 1000);
      await store.idempotency.release(scope, lost);
      await store.idempotency.renew(scope, lost, 10_000);
      expect(await store.idempotency.begin(scope, 'f', 250, 150)).to.deep.equal({ state: 'running' });
      await store.idempotency.finish(scope, held, answer, 1000);
      expect(await store.idempotency.begin(scope, 'f', 250, 150)).to.have.property('state', 'finished');
    });

    it('run again once the answer has expired, with any fingerprint', async () => {
      await store.idempotency.finish(scope, await started(), answer, 1000);
      expect(await store.idempotency.begin(scope, 'g', 1100, 1000)).to.have.property('state', 'started');
    });

    it('are claimed by one of many that ask at once', async () => {
      const found = await Promise.all(Array.from({ length: 20 }, () => store.idempotency.begin(scope, 'f', 100, 0)));
      expect(found.filter(({ state }) => state === 'started')).to.have.length(1);
    });

    it('are claimed by one of two that have the store open', async () => {
      const other = await home.open();
      try {
        await started();
        expect(await other.idempotency.begin(scope, 'f', 100, 0)).to.deep.equal({ state: 'running' });
      } finally {
        await other.close();
      }
    });

    it('outlive a restart', async () => {
      await store.idempotency.finish(scope, await started(), answer, 1000);
      await store.close();
      store = await home.open();
      expect(await store.idempotency.begin(scope, 'f', 100, 50)).to.have.property('state', 'finished');
    });

    it('are swept when they have expired, and not before', async () => {
      await store.idempotency.finish(scope, await started(), answer, 1000);
      expect(await store.sweep(999)).to.equal(0);
      expect(await store.sweep(1000)).to.equal(1);
    });
  });
}
