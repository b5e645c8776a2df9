import { expect } from 'chai';
import { AppError } from '../../../src/problems.ts';
import type { Guards } from '../../../src/store/facets/guards.ts';
import type { StoredAnswer } from '../../../src/store/facets/idempotency.ts';
import type { Store } from '../../../src/store/store.ts';
import { at, bytesOf, rejection, textOf, withStore, type MakeHome } from './home.ts';
import { scope } from './idempotency.ts';
import { newJob } from './job-samples.ts';
import { limits, newAppend, newSession } from './sessions.ts';

/** Keeps the JSON of what the work came to. */
function keeping<T>(claim: string): Guards<T> {
  return {
    keep: {
      scope,
      claim,
      expiresAt: at(5000),
      answer: (result) => ({ status: 200, headers: { location: 'here' }, body: bytesOf(JSON.stringify(result)) }),
    },
  };
}

const approval = { id: 'jti-1', expiresAt: at(1000) };

export function guardSuite(name: string, make: MakeHome): void {
  describe(`The guards of ${name}`, () => {
    const home = withStore(make);

    async function started(now = 0): Promise<string> {
      const found = await home.store.idempotency.begin(scope, 'f', at(now + 100), at(now));
      if (found.state !== 'started') throw new Error(`It is ${found.state}.`);
      return found.claim;
    }

    async function kept(now = 50): Promise<StoredAnswer | null> {
      const found = await home.store.idempotency.begin(scope, 'f', at(now + 100), at(now));
      return found.state === 'finished' ? found.answer : null;
    }

    const bodyOf = (answer: StoredAnswer | null): unknown => JSON.parse(textOf(answer?.body ?? bytesOf('null')));
    const jobs = (store: Store): Promise<number> => store.jobs.count().then(({ queued }) => queued);

    it('keep the answer of a job that was queued, of one that was deleted, and of one that was not there', async () => {
      const job = await home.store.jobs.submit(newJob('j'), 10, keeping(await started()));
      expect(await kept()).to.deep.include({ status: 200, headers: { location: 'here' } });
      expect(bodyOf(await kept())).to.deep.equal(job);
      await home.store.sweep(at(5000));
      await home.store.jobs.remove('acme', 'j', at(0), keeping(await started(5000)));
      expect(bodyOf(await kept(4000))).to.deep.equal(job);
      await home.store.sweep(at(5000));
      await home.store.jobs.remove('acme', 'j', at(0), keeping(await started(5000)));
      expect(bodyOf(await kept(4000))).to.equal(null);
    });

    it('keep the answer of a session that was opened', async () => {
      const session = await home.store.sessions.open(newSession('s'), keeping(await started()));
      expect(bodyOf(await kept())).to.deep.equal(session);
    });

    it('keep the answer of an append', async () => {
      await home.store.sessions.open(newSession('s'));
      await home.store.sessions.edit(newAppend('{}'), keeping(await started()));
      expect(bodyOf(await kept())).to.deep.include({ state: 'changed', index: 0 });
    });

    it('keep the answer of a session that was deleted', async () => {
      await home.store.sessions.open(newSession('s'));
      expect(
        await home.store.sessions.remove({ client: 'acme', id: 's', now: at(0) }, keeping(await started())),
      ).to.equal('removed');
      expect(bodyOf(await kept())).to.equal('removed');
    });

    it('keep nothing, and use no approval, where nothing was appended', async () => {
      await home.store.sessions.open(newSession('s'));
      const claim = await started();
      const full = newAppend('{}', { limits: { ...limits, operations: 0 } });
      expect(await home.store.sessions.edit(full, { ...keeping(claim), approval })).to.have.property('state', 'full');
      expect(await kept()).to.equal(null);
      expect(await home.store.approvals.use(approval.id, approval.expiresAt)).to.equal(true);
    });

    it('let nothing be written when the claim was lost', async () => {
      await home.store.sessions.open(newSession('s'));
      await home.store.jobs.submit(newJob('old'), 10);
      const lost = await started(0);
      await started(100); // another request has it now
      const guards = { ...keeping<unknown>(lost), approval };
      const works = [
        () => home.store.jobs.submit(newJob('j'), 10, guards),
        () => home.store.jobs.remove('acme', 'old', at(0), guards),
        () => home.store.sessions.open(newSession('s2'), guards),
        () => home.store.sessions.edit(newAppend('{}'), guards),
        () => home.store.sessions.remove({ client: 'acme', id: 's', now: at(0) }, guards),
      ];
      for (const work of works) expect(await rejection(work())).to.have.property('slug', 'idempotency-in-progress');
      expect(await jobs(home.store)).to.equal(1);
      expect(await home.store.sessions.find('acme', 's2', at(0), false)).to.equal(null);
      expect(await home.store.sessions.find('acme', 's', at(0), false)).to.have.property('revision', 0);
      expect(await home.store.approvals.use(approval.id, approval.expiresAt), 'the approval').to.equal(true);
    });

    it('let nothing be written, and the key go on, when the approval was used', async () => {
      await home.store.approvals.use(approval.id, approval.expiresAt);
      const claim = await started();
      expect(
        await rejection(home.store.jobs.submit(newJob('j'), 10, { ...keeping(claim), approval })),
      ).to.have.property('slug', 'approval-invalid');
      expect(await jobs(home.store)).to.equal(0);
      expect(await kept()).to.equal(null);
      await home.store.jobs.submit(newJob('j'), 10, keeping(claim));
      expect(await kept()).not.to.equal(null);
    });

    it('keep nothing, and use no approval, when the work itself is refused', async () => {
      const claim = await started();
      expect(await rejection(home.store.jobs.submit(newJob('j'), 0, { ...keeping(claim), approval }))).to.have.property(
        'slug',
        'overloaded',
      );
      expect(await kept()).to.equal(null);
      expect(await home.store.approvals.use(approval.id, approval.expiresAt)).to.equal(true);
    });

    it('let nothing be written when the answer can not be made', async () => {
      const answer = (): StoredAnswer => {
        throw new AppError('job-not-found', 'There is no such job.');
      };
      const guards = { keep: { scope, claim: await started(), expiresAt: at(5000), answer }, approval };
      expect(await rejection(home.store.jobs.submit(newJob('j'), 10, guards))).to.have.property(
        'slug',
        'job-not-found',
      );
      expect(await jobs(home.store)).to.equal(0);
      expect(await home.store.approvals.use(approval.id, approval.expiresAt)).to.equal(true);
    });

    it('let an approval be used by one of 20 jobs that come at once', async () => {
      const other = await home.another();
      const found = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? home.store : other).jobs.submit(newJob(`j${index}`), 100, { approval }),
        ),
      );
      expect(found.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      for (const result of found)
        if (result.status === 'rejected') expect(result.reason).to.have.property('slug', 'approval-invalid');
      expect(await jobs(home.store)).to.equal(1);
    });
  });

  describe(`The approvals of ${name}`, () => {
    const home = withStore(make);

    it('are used once, by one of 20 that ask at once', async () => {
      const other = await home.another();
      const found = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? home.store : other).approvals.use('a', at(1000))),
      );
      expect(found.filter((used) => used)).to.have.length(1);
      expect(await home.store.approvals.use('b', at(1000))).to.equal(true);
    });

    it('are looked up without being used', async () => {
      expect(await home.store.approvals.isUsed('a')).to.equal(false);
      await home.store.approvals.use('a', at(1000));
      expect(await (await home.another()).approvals.isUsed('a')).to.equal(true);
      expect(await home.store.approvals.isUsed('b')).to.equal(false);
    });

    it('are used together with the answer that is kept, however large, or not at all', async () => {
      const body = new Uint8Array(300_000).fill(7);
      const answer: StoredAnswer = { status: 200, headers: { location: 'here' }, body };
      const begin = (now: number) => home.store.idempotency.begin(scope, 'f', at(now + 100), at(now));
      const claimOf = async (now: number): Promise<string> => {
        const found = await begin(now);
        if (found.state !== 'started') throw new Error(`It is ${found.state}.`);
        return found.claim;
      };
      const lost = await claimOf(0);
      const claim = await claimOf(100); // another request has it now
      const use = (by: string): Promise<boolean> =>
        home.store.approvals.use('a', at(1000), { scope, claim: by, expiresAt: at(5000), answer });
      expect(await rejection(use(lost)))
        .to.be.instanceOf(AppError)
        .with.property('slug', 'idempotency-in-progress');
      expect(await home.store.approvals.isUsed('a')).to.equal(false);
      expect(await use(claim)).to.equal(true);
      await home.store.sweep(at(10));
      expect(await begin(150)).to.deep.equal({ state: 'finished', answer });
      expect(await use(claim)).to.equal(false);
    });

    it('that have been used before keep no answer', async () => {
      await home.store.approvals.use('a', at(1000));
      const found = await home.store.idempotency.begin(scope, 'f', at(100), at(0));
      const claim = found.state === 'started' ? found.claim : '';
      expect(
        await home.store.approvals.use('a', at(1000), {
          scope,
          claim,
          expiresAt: at(5000),
          answer: { status: 200, headers: {}, body: bytesOf('x') },
        }),
      ).to.equal(false);
      expect((await home.store.idempotency.begin(scope, 'f', at(150), at(50))).state).to.equal('running');
    });

    it('are remembered across a restart, until they expire', async () => {
      await home.store.approvals.use('a', at(1000));
      await home.restart();
      expect(await home.store.sweep(at(999))).to.equal(0);
      expect(await home.store.approvals.use('a', at(1000))).to.equal(false);
      expect(await home.store.sweep(at(1000))).to.equal(1);
    });
  });
}
