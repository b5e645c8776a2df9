import { expect } from 'chai';
import type { JobPage, ListedJob } from '../../../src/store/facets/jobs.ts';
import { at, withStore, type MakeHome } from './home.ts';
import { broken, claimed, jobThatIs, newJob, outcomeOf, submitAll } from './job-samples.ts';

/** The list of the jobs of a client, which every driver gives alike. */
export function jobListSuite(name: string, make: MakeHome): void {
  describe(`The list of jobs of ${name}`, () => {
    const home = withStore(make);
    const list = (page: Partial<JobPage> = {}, now = 20): Promise<readonly ListedJob[]> =>
      home.store.jobs.list({ client: 'acme', status: null, after: null, limit: 100, ...page }, at(now));
    const idsOf = (jobs: readonly ListedJob[]): string[] => jobs.map(({ id }) => id);
    /** Each page as ids; `between` runs after each of them. */
    async function pages(limit: number, between: (page: number) => Promise<unknown> = () => Promise.resolve()) {
      const all: string[][] = [];
      for (let after: JobPage['after'] = null; ;) {
        const page = await list({ after, limit });
        const last = page.at(-1);
        if (last === undefined) return all;
        all.push(idsOf(page));
        await between(all.length);
        after = last;
      }
    }

    it('is empty at first', async () => {
      expect(await list()).to.deep.equal([]);
    });

    it('begins with the newest job, also among those of one millisecond', async () => {
      await home.store.jobs.submit(newJob('late', { createdAt: at(5) }), 100);
      await submitAll(home.store, 'b', 'c', 'a');
      await home.store.jobs.submit(newJob('early', { createdAt: at(-5) }), 100);
      expect(idsOf(await list())).to.deep.equal(['late', 'a', 'c', 'b', 'early']);
      expect(idsOf(await list({ limit: 2 }))).to.deep.equal(['late', 'a']);
    });

    it('has the record of each job, with the facts of its result', async () => {
      await submitAll(home.store, 'j', 'k');
      const outcome = await outcomeOf(home.store, 'result');
      await home.store.jobs.succeed(await claimed(home.store), outcome, at(10));
      await home.store.jobs.fail(await claimed(home.store), broken, at(10));
      const [failed, succeeded] = await list();
      expect(failed).to.deep.equal(await home.store.jobs.find('acme', 'k', at(20)));
      const found = await home.store.jobs.find('acme', 'j', at(20));
      expect(succeeded).to.deep.include({ ...found, outcome: succeeded?.outcome });
      const { contentType, bytes, sha256 } = outcome;
      expect(succeeded?.outcome).to.deep.include({ contentType, bytes, sha256 });
    });

    it('is that of one client', async () => {
      await submitAll(home.store, 'j');
      await home.store.jobs.submit(newJob('other', { client: 'globex' }), 100);
      expect(idsOf(await list())).to.deep.equal(['j']);
      expect(idsOf(await list({ client: 'globex' }))).to.deep.equal(['other']);
      expect(idsOf(await list({ client: 'globex', after: { createdAt: at(0), id: 'j' } }))).to.deep.equal(['other']);
      expect(await list({ client: 'nobody' })).to.deep.equal([]);
    });

    it('can be that of one status', async () => {
      const statuses = ['succeeded', 'failed', 'running', 'queued'] as const;
      for (const status of statuses) await jobThatIs(home.store, status, status);
      for (const status of statuses) expect(idsOf(await list({ status }))).to.deep.equal([status]);
      expect(await list({ status: 'cancelled' })).to.deep.equal([]);
      expect(await list({ status: 'failed', client: 'globex' })).to.deep.equal([]);
    });

    it('has each job on one page, also while jobs are added', async () => {
      await submitAll(home.store, 'a', 'b', 'c', 'd', 'e');
      expect(await pages(2)).to.deep.equal([['e', 'd'], ['c', 'b'], ['a']]);
      const added = await pages(2, (page) => submitAll(home.store, `new ${page}`));
      expect(added).to.deep.equal([['e', 'd'], ['c', 'b'], ['a']]);
    });

    it('has each job on one page, also while all of the page before are deleted', async () => {
      await submitAll(home.store, 'a', 'b', 'c', 'd', 'e');
      const read: string[] = [];
      for (let after: JobPage['after'] = null; ;) {
        const page = await list({ after, limit: 2 });
        read.push(...idsOf(page));
        for (const id of idsOf(page)) await home.store.jobs.remove('acme', id, at(20));
        const last = page.at(-1);
        if (last === undefined) break;
        after = last;
      }
      expect(read).to.deep.equal(['e', 'd', 'c', 'b', 'a']);
    });

    it('goes on below a job that was deleted', async () => {
      for (const [index, id] of ['a', 'b', 'c'].entries())
        await home.store.jobs.submit(newJob(id, { createdAt: at(index) }), 100);
      await home.store.jobs.remove('acme', 'b', at(20));
      expect(idsOf(await list({ after: { createdAt: at(1), id: 'b' } }))).to.deep.equal(['a']);
    });

    it('leaves out what has expired', async () => {
      await jobThatIs(home.store, 'succeeded');
      await submitAll(home.store, 'waits');
      expect(idsOf(await list({}, 1009))).to.deep.equal(['waits', 'j']);
      expect(idsOf(await list({}, 1010))).to.deep.equal(['waits']);
      expect(idsOf(await list({ status: 'succeeded' }, 1010))).to.deep.equal([]);
    });
  });
}
