import { expect } from 'chai';
import type { Job } from '../../../src/store/facets/jobs.ts';
import { at, rejection, withStore, type MakeHome } from './home.ts';
import { broken, claimed, claimedId, lost, newJob, outcomeOf, submitAll } from './job-samples.ts';

export function jobClaimSuite(name: string, make: MakeHome): void {
  describe(`The claims of jobs of ${name}`, () => {
    const home = withStore(make);
    const find = (id: string, now = 0): Promise<Job | null> => home.store.jobs.find('acme', id, at(now));

    it('give 20 workers that ask at once a job each, over two connections', async () => {
      const other = await home.another();
      const ids = Array.from({ length: 20 }, (_, index) => `j${index}`);
      await submitAll(home.store, ...ids);
      const found = await Promise.all(
        ids.map((_, index) => (index % 2 === 0 ? home.store : other).jobs.claim(`w${index}`, at(100), at(0), lost)),
      );
      expect(found.map((job) => job?.id).sort()).to.deep.equal([...ids].sort());
      expect(await claimedId(other, 0)).to.equal(null);
    });

    it('hold while they are renewed', async () => {
      await submitAll(home.store, 'j');
      const claim = await claimed(home.store);
      await home.store.jobs.renew([{ ...claim, percent: 1, stage: 'plan' }], at(300));
      expect(await claimedId(home.store, 299)).to.equal(null);
      expect(await claimedId(home.store, 300)).to.equal('j');
    });

    it('that have lapsed put the job back where it was', async () => {
      await submitAll(home.store, 'a', 'b');
      const dead = await claimed(home.store);
      await home.store.jobs.renew([{ ...dead, percent: 80, stage: 'print' }], at(100));
      expect(await claimedId(home.store, 99)).to.equal('b');
      const again = await claimed(home.store, 100, 'w2');
      expect(again).to.have.property('id', 'a');
      expect(again.attempt).to.be.greaterThan(dead.attempt);
      expect(await find('a', 100)).to.deep.include({ status: 'running', attempts: 2, percent: 0, startedAt: at(100) });
    });

    it('that have lapsed are told to their worker, which can not end the job', async () => {
      await submitAll(home.store, 'j');
      const dead = await claimed(home.store);
      const again = await claimed(home.store, 100, 'w2');
      expect(await home.store.jobs.renew([{ ...dead, percent: 90, stage: 'finish' }], at(1000))).to.deep.equal([
        { id: 'j', attempt: dead.attempt },
      ]);
      expect(await home.store.jobs.succeed(dead, await outcomeOf(home.store, 'old'), at(110))).to.equal(false);
      expect(await home.store.jobs.fail(dead, broken, at(110))).to.equal(false);
      expect(
        await home.store.jobs.giveBack(dead, { notBefore: at(0), counts: true, problem: broken }, at(110)),
      ).to.equal(false);
      expect(await find('j', 110)).to.deep.include({ status: 'running', percent: 0, attempts: 2 });
      const outcome = await outcomeOf(home.store, 'new');
      expect(await home.store.jobs.succeed(again, outcome, at(120))).to.equal(true);
      expect((await find('j', 130))?.outcome).to.have.property('sha256', outcome.sha256);
    });

    it('that have lapsed twice fail the job, and the next one is claimed', async () => {
      await submitAll(home.store, 'a', 'b');
      for (const now of [0, 100]) expect(await claimedId(home.store, now)).to.equal('a');
      expect(await claimedId(home.store, 200)).to.equal('b');
      expect(await find('a', 200)).to.deep.include({
        status: 'failed',
        attempts: 2,
        problem: lost,
        finishedAt: at(200),
        expiresAt: at(1200),
      });
    });

    it('that have lapsed twice fail the job whatever happened between', async () => {
      await submitAll(home.store, 'a');
      expect(await claimedId(home.store, 0)).to.equal('a');
      for (let round = 0; round < 3; round += 1) {
        await home.store.jobs.giveBack(
          await claimed(home.store, 100),
          { notBefore: at(0), counts: false, problem: broken },
          at(110),
        );
      }
      expect(await claimedId(home.store, 110)).to.equal('a');
      expect(await claimedId(home.store, 210)).to.equal(null);
      expect(await find('a', 210)).to.deep.include({ status: 'failed', attempts: 2, problem: lost });
    });

    it('that have lapsed once leave the job one more attempt that a browser may end', async () => {
      await submitAll(home.store, 'a');
      expect(await claimedId(home.store, 0)).to.equal('a');
      await home.store.jobs.giveBack(
        await claimed(home.store, 100),
        { notBefore: at(0), counts: true, problem: broken },
        at(110),
      );
      expect(await find('a', 110)).to.deep.include({ status: 'queued', attempts: 2 });
      await home.store.jobs.giveBack(
        await claimed(home.store, 110),
        { notBefore: at(0), counts: true, problem: broken },
        at(120),
      );
      expect(await find('a', 120)).to.deep.include({ status: 'failed', attempts: 3, problem: broken });
    });

    it('that are given back count as an attempt, and after the third the job fails', async () => {
      await submitAll(home.store, 'j');
      for (const attempts of [1, 2]) {
        expect(
          await home.store.jobs.giveBack(
            await claimed(home.store),
            { notBefore: at(0), counts: true, problem: broken },
            at(10),
          ),
        ).to.equal(true);
        expect(await find('j')).to.deep.include({ status: 'queued', attempts, percent: 0, problem: null });
      }
      expect(
        await home.store.jobs.giveBack(
          await claimed(home.store),
          { notBefore: at(0), counts: true, problem: broken },
          at(10),
        ),
      ).to.equal(true);
      expect(await find('j')).to.deep.include({ status: 'failed', attempts: 3, problem: broken, finishedAt: at(10) });
    });

    it('that are given back without counting leave as many attempts, and are lost all the same', async () => {
      await submitAll(home.store, 'j');
      for (let count = 0; count < 5; count += 1) {
        const given = await claimed(home.store);
        await home.store.jobs.giveBack(given, { notBefore: at(0), counts: false, problem: broken }, at(10));
        expect(await find('j')).to.deep.include({ status: 'queued', attempts: 0 });
        const again = await claimed(home.store);
        expect(await home.store.jobs.fail(given, broken, at(10)), 'the claim that was given back').to.equal(false);
        await home.store.jobs.giveBack(again, { notBefore: at(0), counts: false, problem: broken }, at(10));
      }
      expect(await claimed(home.store)).to.have.property('id', 'j');
      expect(await find('j')).to.have.property('attempts', 1);
    });

    it('that are given back leave the job its place, but not before the time that is told', async () => {
      await submitAll(home.store, 'a', 'b', 'c');
      await home.store.jobs.giveBack(
        await claimed(home.store),
        { notBefore: at(50), counts: true, problem: broken },
        at(10),
      );
      expect(await claimedId(home.store, 49)).to.equal('b');
      expect(await claimedId(home.store, 50)).to.equal('a');
      expect(await claimedId(home.store, 50)).to.equal('c');
    });

    it('are one of 20 when one job waits', async () => {
      const other = await home.another();
      await submitAll(home.store, 'j');
      const found = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? home.store : other).jobs.claim('w', at(100), at(0), lost),
        ),
      );
      expect(found.filter((job) => job !== null)).to.have.length(1);
    });

    it('do not outlive the end of the store by themselves: a job that ran is claimed after its lease', async () => {
      await submitAll(home.store, 'j');
      await claimed(home.store);
      await home.restart();
      expect(await claimedId(home.store, 50)).to.equal(null);
      expect(await claimedId(home.store, 100)).to.equal('j');
    });

    it('of a job that was submitted twice are impossible: the second is refused', async () => {
      await submitAll(home.store, 'j');
      expect(await rejection(home.store.jobs.submit(newJob('j', { client: 'globex' }), 10))).to.be.an('error');
      expect(await home.store.jobs.count()).to.deep.equal({ queued: 1, running: 0 });
    });
  });
}
