import { expect } from 'chai';
import { goneFor } from '../../../src/store/facets/jobs.ts';
import { at, bytesOf, largeBytes, withStore, type MakeHome } from './home.ts';
import { claimed, newJob, outcomeOf } from './job-samples.ts';
import { newAppend, newSession } from './sessions.ts';

export function storageSuite(name: string, make: MakeHome): void {
  describe(`What clients have stored in ${name}`, () => {
    const home = withStore(make);
    const used = (client = 'acme') => home.store.storage.usedBytes(client, 0); // counted anew each time
    const scope = (key: string) => ({ client: 'acme', method: 'POST', path: '/api/v1/render', key });

    it('is nothing at first, and of one client nothing of another', async () => {
      await home.store.jobs.submit(newJob('j', { request: bytesOf('12345') }), 10);
      expect([await used('globex'), await used()]).to.deep.equal([0, 5]);
      expect(await home.store.storage.nextExpiry('globex', at(0))).to.equal(null);
    });

    it('is the request and the files of a job, and then its result, until that expires or is deleted', async () => {
      const blob = await home.store.blobs.put(largeBytes(1));
      const file = { field: 'documents', filename: 'a.pdf', contentType: 'application/pdf', blob };
      for (const id of ['one', 'two'])
        await home.store.jobs.submit(
          newJob(id, { request: bytesOf('12345'), files: [file, { ...file, field: 'jobResult' }] }),
          10,
        );
      expect(await used()).to.equal(2 * (5 + blob.size));
      const claim = await claimed(home.store);
      await home.store.jobs.succeed(claim, await outcomeOf(home.store, 'result', bytesOf('{"pages":1}')), at(10));
      expect(await used()).to.equal(5 + blob.size + 'result{"pages":1}'.length);
      expect(await home.store.storage.nextExpiry('acme', at(10))).to.equal(at(1010));
      await home.store.jobs.remove('acme', 'two', at(20));
      expect(await used()).to.equal('result{"pages":1}'.length);
      await home.store.sweep(at(1010));
      expect(await used()).to.equal(0);
      await home.store.sweep(at(1010 + goneFor));
      expect(await used()).to.equal(0);
    });

    it('is nothing of a job that failed', async () => {
      await home.store.jobs.submit(newJob('j'), 10);
      await home.store.jobs.fail(
        await claimed(home.store),
        { appError: true, slug: 'invalid-pdf', detail: 'x', errors: [], extra: {} },
        at(10),
      );
      expect(await used()).to.equal(0);
    });

    it('is the answer of an Idempotency-Key, until it expires', async () => {
      for (const [key, body] of [
        ['small', bytesOf('answer')],
        ['large', largeBytes(2)],
      ] as const) {
        const begun = await home.store.idempotency.begin(scope(key), 'f', at(100), at(0));
        if (begun.state !== 'started') throw new Error(begun.state);
        await home.store.idempotency.finish(scope(key), begun.claim, { status: 200, headers: {}, body }, at(5000));
      }
      expect(await used()).to.equal('answer'.length + largeBytes(2).length);
      expect(await home.store.storage.nextExpiry('acme', at(0))).to.equal(at(5000));
      await home.store.idempotency.begin(scope('small'), 'f', at(6100), at(6000));
      expect(await used()).to.equal(largeBytes(2).length);
      await home.store.sweep(at(6000));
      expect(await used()).to.equal(0);
    });

    it('is the options and the operations of a session, until it expires or is deleted', async () => {
      await home.store.sessions.open(newSession('s', { document: '{"title":"ö"}' }));
      const options = bytesOf('{"title":"ö"}{}').length;
      expect(await used()).to.equal(options);
      await home.store.sessions.edit(newAppend(bytesOf('{"op":"add_text"}')));
      expect(await used()).to.equal(options + '{"op":"add_text"}'.length);
      const fork = { client: 'acme', source: 's', id: 'copy', revision: null, now: at(0) };
      await home.store.sessions.fork(fork);
      expect(await used()).to.equal(2 * (options + '{"op":"add_text"}'.length));
      await home.store.sessions.remove({ client: 'acme', id: 'copy', now: at(0) });
      await home.store.sessions.remove({ client: 'acme', id: 's', now: at(0) });
      expect(await used()).to.equal(0);
      await home.store.sessions.open(newSession('s'));
      await home.store.sessions.edit(newAppend(largeBytes(3)));
      expect(await used()).to.equal('{"title":"A"}{}'.length + largeBytes(3).length);
      await home.store.sweep(at(10_000));
      expect(await used()).to.equal(0);
      const swept = await home.store.sessions.find('acme', 's', at(10_000), false);
      expect(swept, 'nothing of its content is left').to.include({ document: '{}', output: '{}' });
      await home.store.sweep(at(10_000_000_000));
      expect(await used()).to.equal(0);
    });
  });
}
