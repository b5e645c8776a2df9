import { expect } from 'chai';
import type { KeptJob } from '../../../src/store/facets/jobs.ts';
import { at, bytesOf, largeBytes, rejection, textOf, withStore, type MakeHome } from './home.ts';
import { claimedId, outcomeOf, plain, submitAll } from './job-samples.ts';

const kept: KeptJob = {
  id: 'kept',
  client: 'acme',
  tool: 'render',
  principal: '{"client":"acme"}',
  retain: 1000,
  createdAt: at(5),
};

export function keptJobSuite(name: string, make: MakeHome): void {
  describe(`The results that ${name} keeps without a run`, () => {
    const home = withStore(make);

    it('are jobs that have succeeded, and expire as those do', async () => {
      const outcome = await outcomeOf(home.store, 'result', largeBytes(2));
      const job = await home.store.jobs.keep(kept, outcome);
      const expected = {
        id: 'kept',
        client: 'acme',
        tool: 'render',
        status: 'succeeded',
        percent: 100,
        stage: null,
        attempts: 1,
        createdAt: at(5),
        startedAt: at(5),
        finishedAt: at(5),
        expiresAt: at(1005),
        problem: null,
        outcome: plain(outcome),
      };
      expect(plain(job)).to.deep.equal(expected);
      expect(plain(await home.store.jobs.find('acme', 'kept', at(10)))).to.deep.equal(expected);
      expect(await home.store.jobs.find('globex', 'kept', at(10))).to.equal(null);
      expect(await home.store.jobs.find('acme', 'kept', at(1005))).to.have.property('outcome', null);
    });

    it('are listed among the other jobs, and no worker claims them', async () => {
      await home.store.jobs.keep(kept, await outcomeOf(home.store, 'result'));
      expect(await claimedId(home.store, 20)).to.equal(null);
      await submitAll(home.store, 'queued');
      const page = { client: 'acme', status: null, after: null, limit: 10 };
      const listed = await home.store.jobs.list(page, at(20));
      expect(listed.map(({ id, status }) => `${id} ${status}`)).to.deep.equal(['kept succeeded', 'queued queued']);
      expect(await claimedId(home.store, 20)).to.equal('queued');
    });

    it('count as storage of their client until they are deleted, and their blobs outlive a sweep', async () => {
      const outcome = await outcomeOf(home.store, 'result', bytesOf('{"pages":1}'));
      await home.store.jobs.keep(kept, outcome);
      expect(await home.store.storage.usedBytes('acme', 1)).to.equal('result{"pages":1}'.length);
      await home.store.sweep(at(20));
      expect(textOf(await home.store.blobs.read(outcome.parts[0]!))).to.equal('result');
      expect(await home.store.jobs.remove('acme', 'kept', at(20))).to.have.property('id', 'kept');
      expect(await home.store.storage.usedBytes('acme', 1)).to.equal(0);
    });

    it('name no blob that is not there', async () => {
      const outcome = await outcomeOf(home.store, 'result');
      const missing = { ...outcome, parts: [{ sha256: 'a'.repeat(64), size: 3 }] };
      expect(await rejection(home.store.jobs.keep(kept, missing))).to.be.an('error');
      expect(await home.store.jobs.find('acme', 'kept', at(10))).to.equal(null);
    });
  });
}
