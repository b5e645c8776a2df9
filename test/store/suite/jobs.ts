import { expect } from 'chai';
import { goneFor, type Job, type NewJob } from '../../../src/store/facets/jobs.ts';
import { at, bytesOf, largeBytes, rejection, textOf, withStore, type MakeHome } from './home.ts';
import { broken, claimed, claimedId, jobThatIs, lost, newJob, outcomeOf, plain, submitAll } from './job-samples.ts';

export function jobSuite(name: string, make: MakeHome): void {
  describe(`The jobs of ${name}`, () => {
    const home = withStore(make);
    const find = (id: string, now = 0): Promise<Job | null> => home.store.jobs.find('acme', id, at(now));

    it('are queued when they are submitted', async () => {
      const queued: Job = {
        id: 'j',
        client: 'acme',
        tool: 'render',
        status: 'queued',
        percent: 0,
        stage: null,
        attempts: 0,
        createdAt: at(0),
        startedAt: null,
        finishedAt: null,
        expiresAt: null,
        problem: null,
        outcome: null,
      };
      expect(await home.store.jobs.submit(newJob('j'), 10)).to.deep.equal(queued);
      expect(await find('j')).to.deep.equal(queued);
    });

    it('are known to their client only', async () => {
      await submitAll(home.store, 'j');
      expect(await home.store.jobs.find('globex', 'j', at(0))).to.equal(null);
      expect(await home.store.jobs.remove('globex', 'j', at(0))).to.equal(null);
      expect(await find('other')).to.equal(null);
      expect(await find('j')).to.have.property('status', 'queued');
    });

    it('come to a worker with all that was submitted, large or small', async () => {
      const blob = await home.store.blobs.put(largeBytes(2));
      const file = { field: 'documents', filename: 'ä "1".pdf', contentType: 'application/pdf', blob };
      for (const [id, request] of [
        ['small', bytesOf('{"text":"ö"}')],
        ['large', largeBytes(3)],
        ['empty', new Uint8Array()],
      ] as const) {
        const job: NewJob = newJob(id, {
          request,
          files: [file, { ...file, field: 'jobResult', filename: 'j0' }],
          retain: 5000,
        });
        await home.store.jobs.submit(job, 10);
        const claim = await claimed(home.store);
        expect(plain(claim)).to.deep.equal({ ...job, attempt: claim.attempt });
      }
      expect(plain(await home.store.blobs.read(blob))).to.deep.equal(largeBytes(2));
    });

    it('run in the order in which they came', async () => {
      await submitAll(home.store, 'b', 'c', 'a');
      const order = [];
      for (let count = 0; count < 4; count += 1) order.push(await claimedId(home.store, 0));
      expect(order).to.deep.equal(['b', 'c', 'a', null]);
    });

    it('of many clients run in turn, however many one client has queued', async () => {
      const submit = (...ids: string[]) =>
        Promise.all(ids.map((id) => home.store.jobs.submit(newJob(id, { client: `client ${id.charAt(0)}` }), 1000)));
      const order: (string | null)[] = [];
      const claim = async (count: number) => {
        for (let rest = count; rest > 0; rest -= 1) order.push(await claimedId(home.store, 0));
      };
      for (const id of ['f1', 'f2', 'f3', 'f4', 'f5', 'f6']) await submit(id);
      await claim(2);
      for (const id of ['l1', 'l2']) await submit(id);
      await claim(2);
      await submit('m1');
      await claim(6);
      expect(order).to.deep.equal(['f1', 'f2', 'l1', 'f3', 'l2', 'm1', 'f4', 'f5', 'f6', null]);
    });

    it('wait for one job of another client at most, however many that client submits at once', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          home.store.jobs.submit(newJob(`f${index}`, { client: 'flood' }), 1000),
        ),
      );
      for (let count = 0; count < 3; count += 1) await claimed(home.store);
      await home.store.jobs.submit(newJob('late'), 1000);
      const next = [await claimedId(home.store, 0), await claimedId(home.store, 0)];
      expect(next).to.include('late');
    });

    it('of a client that comes anew do not go before all others of one whose earlier jobs were deleted', async () => {
      for (let index = 0; index < 8; index += 1)
        await home.store.jobs.submit(newJob(`f${index}`, { client: 'flood' }), 1000);
      for (let index = 0; index < 4; index += 1) {
        await claimed(home.store);
        await home.store.jobs.remove('flood', `f${index}`, at(0));
      }
      await submitAll(home.store, 'a', 'b', 'c', 'd');
      const order = [];
      for (let count = 0; count < 4; count += 1) order.push(await claimedId(home.store, 0));
      expect(order).to.deep.equal(['a', 'f4', 'b', 'f5']);
    });

    it('have a share of a full queue for every client', async () => {
      const submit = (id: string, client: string) => home.store.jobs.submit(newJob(id, { client }), 4);
      for (const id of ['f1', 'f2', 'f3', 'f4']) await submit(id, 'flood');
      expect(await rejection(submit('f5', 'flood'))).to.have.property('slug', 'overloaded');
      expect(await rejection(home.store.jobs.checkRoom('flood', 4))).to.have.property('slug', 'overloaded');
      await home.store.jobs.checkRoom('other', 4);
      for (const id of ['o1', 'o2']) await submit(id, 'other');
      expect(await rejection(submit('o3', 'other'))).to.have.property('slug', 'overloaded');
      expect(await home.store.jobs.count()).to.deep.equal({ queued: 6, running: 0 });
    });

    it('are running once claimed, in the stage that their worker tells', async () => {
      await submitAll(home.store, 'j');
      const claim = await claimed(home.store, 5);
      expect(await find('j')).to.deep.include({
        status: 'running',
        percent: 0,
        stage: null,
        attempts: 1,
        startedAt: at(5),
        finishedAt: null,
      });
      expect(await home.store.jobs.renew([{ ...claim, percent: 41.5, stage: 'print' }], at(200))).to.deep.equal([]);
      expect(await find('j')).to.deep.include({ status: 'running', percent: 41.5, stage: 'print' });
      await home.store.jobs.renew([{ ...claim, percent: 50, stage: null }], at(200));
      expect(await find('j')).to.deep.include({ percent: 50, stage: 'print' });
    });

    it('succeed with an outcome, whatever its size', async () => {
      for (const [id, about] of [
        ['small', bytesOf('{"pages":1}')],
        ['large', largeBytes(4)],
      ] as const) {
        await submitAll(home.store, id);
        const outcome = await outcomeOf(home.store, `result of ${id}`, about);
        expect(await home.store.jobs.succeed(await claimed(home.store), outcome, at(30))).to.equal(true);
        const job = await find(id, 40);
        expect(job).to.deep.include({
          status: 'succeeded',
          percent: 100,
          finishedAt: at(30),
          expiresAt: at(1030),
          problem: null,
        });
        expect(plain(job?.outcome)).to.deep.equal(outcome);
        expect(textOf(await home.store.blobs.read(outcome.parts[0]!))).to.equal(`result of ${id}`);
      }
    });

    it('fail with the problem of their worker', async () => {
      await submitAll(home.store, 'j');
      expect(await home.store.jobs.fail(await claimed(home.store), broken, at(30))).to.equal(true);
      expect(await find('j', 40)).to.deep.include({
        status: 'failed',
        finishedAt: at(30),
        expiresAt: at(1030),
        problem: broken,
        outcome: null,
      });
    });

    it('end once', async () => {
      await submitAll(home.store, 'j');
      const claim = await claimed(home.store);
      const outcome = await outcomeOf(home.store, 'result');
      expect(await home.store.jobs.succeed(claim, outcome, at(10))).to.equal(true);
      expect(await home.store.jobs.succeed(claim, outcome, at(20))).to.equal(false);
      expect(await home.store.jobs.fail(claim, broken, at(20))).to.equal(false);
      expect(
        await home.store.jobs.giveBack(claim, { notBefore: at(0), counts: true, problem: broken }, at(20)),
      ).to.equal(false);
      expect(await find('j', 30)).to.deep.include({ status: 'succeeded', finishedAt: at(10) });
    });

    it('name no blob that is not there', async () => {
      const missing = { sha256: 'a'.repeat(64), size: 3 };
      const file = { field: 'document', filename: 'a.pdf', contentType: 'application/pdf', blob: missing };
      expect(await rejection(home.store.jobs.submit(newJob('j', { files: [file] }), 10))).to.be.an('error');
      expect(await find('j')).to.equal(null);
      await submitAll(home.store, 'k');
      const outcome = { ...(await outcomeOf(home.store, 'result')), parts: [missing] };
      expect(await rejection(home.store.jobs.succeed(await claimed(home.store), outcome, at(10)))).to.be.an('error');
      expect(await find('k')).to.have.property('status', 'running');
    });

    it('are refused when as many are queued as may be', async () => {
      await submitAll(home.store, 'a', 'b');
      expect(await rejection(home.store.jobs.submit(newJob('c'), 2))).to.have.property('slug', 'overloaded');
      expect(await find('c')).to.equal(null);
      await claimed(home.store);
      await home.store.jobs.submit(newJob('c'), 2);
      expect(await home.store.jobs.count()).to.deep.equal({ queued: 2, running: 1 });
    });

    it('are counted while they are queued and running', async () => {
      expect(await home.store.jobs.count()).to.deep.equal({ queued: 0, running: 0 });
      await jobThatIs(home.store, 'succeeded', 's');
      await jobThatIs(home.store, 'failed', 'f');
      await submitAll(home.store, 'a', 'b', 'c');
      await claimed(home.store);
      expect(await home.store.jobs.count()).to.deep.equal({ queued: 2, running: 1 });
    });

    for (const status of ['queued', 'running', 'succeeded', 'failed'] as const) {
      it(`can be deleted when they are ${status}, once`, async () => {
        await jobThatIs(home.store, status);
        const job = await find('j', 20);
        expect(await home.store.jobs.remove('acme', 'j', at(20))).to.deep.equal({ ...job, outcome: null });
        expect(await find('j', 20)).to.equal(null);
        expect(await home.store.jobs.remove('acme', 'j', at(20))).to.equal(null);
        expect(await claimedId(home.store, 500)).to.equal(null);
      });
    }

    it('are lost to their worker when they are deleted', async () => {
      await submitAll(home.store, 'j', 'k');
      const [deleted, kept] = [await claimed(home.store), await claimed(home.store)];
      await home.store.jobs.remove('acme', 'j', at(10));
      const told = [deleted, kept].map(({ id, attempt }) => ({ id, attempt, percent: 50, stage: 'print' }));
      expect(await home.store.jobs.renew(told, at(200))).to.deep.equal([{ id: 'j', attempt: deleted.attempt }]);
      expect(await home.store.jobs.succeed(deleted, await outcomeOf(home.store, 'result'), at(20))).to.equal(false);
      expect(await find('j')).to.equal(null);
      expect(await find('k')).to.have.property('percent', 50);
    });

    it('lose their result when it expires, are gone for a day, and then never were', async () => {
      await jobThatIs(home.store, 'succeeded');
      const end = 10 + 1000;
      expect(await find('j', end - 1)).to.have.property('outcome').that.is.not.null;
      expect(await find('j', end)).to.deep.include({ status: 'succeeded', outcome: null });
      await home.store.sweep(at(end));
      expect(await find('j', end)).to.deep.include({ status: 'succeeded', expiresAt: at(end), outcome: null });
      expect(await find('j', end + goneFor - 1)).to.have.property('status', 'succeeded');
      expect(await find('j', end + goneFor)).to.equal(null);
      expect(await home.store.jobs.remove('acme', 'j', at(end + goneFor))).to.equal(null);
      expect(await home.store.sweep(at(end + goneFor - 1))).to.equal(0);
      expect(await home.store.sweep(at(end + goneFor))).to.equal(1);
      expect(await find('j', end)).to.equal(null);
    });

    it('are not swept before they have ended', async () => {
      await submitAll(home.store, 'a', 'b');
      await claimed(home.store);
      expect(await home.store.sweep(at(1e11))).to.equal(0);
      expect(await home.store.jobs.count()).to.deep.equal({ queued: 1, running: 1 });
    });

    it('outlive a restart, each as it was', async () => {
      for (const status of ['succeeded', 'failed', 'running', 'queued'] as const)
        await jobThatIs(home.store, status, status);
      const all = async (): Promise<unknown[]> =>
        plain(await Promise.all(['succeeded', 'failed', 'running', 'queued'].map((id) => find(id, 20))));
      const before = await all();
      await home.restart();
      expect(await all()).to.deep.equal(before);
    });

    it('are heard of by who listens, also when another has the store open', async () => {
      const other = await home.another();
      for (const store of [home.store, other]) {
        const heard = new Promise<void>((resolve) => {
          const stop = home.store.jobs.onQueued(() => {
            stop();
            resolve();
          });
        });
        await submitAll(store, store === other ? 'b' : 'a');
        await heard;
      }
      expect(await home.store.jobs.claim('w', at(100), at(0), lost)).to.have.property('id', 'a');
    });
  });
}
