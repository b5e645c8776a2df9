import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Blob } from '../../../src/store/facets/blobs.ts';
import { goneFor } from '../../../src/store/facets/jobs.ts';
import { at, bytesOf, largeBytes, rejection, textOf, withStore, type MakeHome } from './home.ts';
import { claimed, newJob, outcomeOf, plain } from './job-samples.ts';
import { answer, scope } from './idempotency.ts';
import { newAppend, newSession, operationsOf } from './sessions.ts';

async function* inPieces(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(bytesOf(piece));
}

export function blobSuite(name: string, make: MakeHome): void {
  describe(`The blobs of ${name}`, () => {
    const home = withStore(make);
    const put = (text: string): Promise<Blob> => home.store.blobs.put(bytesOf(text));
    const isThere = (blob: Blob): Promise<boolean> =>
      home.store.blobs.read(blob).then(
        () => true,
        () => false,
      );

    it('are read as they were put, whole or in pieces', async () => {
      const hello = { sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', size: 5 };
      expect(await put('hello')).to.deep.equal(hello);
      expect(await home.store.blobs.put(inPieces('he', '', 'llo'))).to.deep.equal(hello);
      expect(textOf(await home.store.blobs.read(hello))).to.equal('hello');
    });

    it('may be empty, and may be large', async () => {
      for (const content of [new Uint8Array(), largeBytes(1, 3_000_000)]) {
        expect(plain(await home.store.blobs.read(await home.store.blobs.put(content)))).to.deep.equal(content);
      }
    });

    it('are read into memory of their own', async () => {
      const blob = await put('hello');
      const bytes = await home.store.blobs.read(blob);
      expect(bytes.byteLength).to.equal(bytes.buffer.byteLength);
      structuredClone(bytes, { transfer: [bytes.buffer] });
      expect(textOf(await home.store.blobs.read(blob))).to.equal('hello');
    });

    it('are streams as well, empty or large', async () => {
      for (const content of [new Uint8Array(), bytesOf('hello'), largeBytes(1, 3_000_000)]) {
        const stream = await home.store.blobs.open(await home.store.blobs.put(content));
        expect(plain(await buffer(stream))).to.deep.equal(content);
      }
    });

    it('are refused when they are missing', async () => {
      expect(await rejection(home.store.blobs.read({ sha256: 'b'.repeat(64), size: 5 }))).to.be.an('error');
      expect(await rejection(home.store.blobs.open({ sha256: 'b'.repeat(64), size: 5 }))).to.be.an('error');
    });

    it('are not there when their content breaks off', async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield* inPieces('hello');
        throw new Error('The client went away.');
      }
      expect(await rejection(home.store.blobs.put(broken()))).to.have.property('message', 'The client went away.');
      expect(
        await isThere({ sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', size: 5 }),
      ).to.equal(false);
    });

    it('are put by 20 at once, equal or not, over two connections', async () => {
      const other = await home.another();
      const put = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? home.store : other).blobs.put(largeBytes(index % 4)),
        ),
      );
      expect(new Set(put.map(({ sha256 }) => sha256)).size).to.equal(4);
      for (const [index, blob] of put.entries())
        expect(plain(await other.blobs.read(blob))).to.deep.equal(largeBytes(index % 4));
    });

    it('are swept when nothing names them and they have been left alone', async () => {
      const blob = await put('nobody wants it');
      await home.store.sweep(Date.now() + 60_000);
      expect(await isThere(blob), 'a minute later').to.equal(true);
      await home.store.sweep(Date.now() + 2 * 3_600_000);
      expect(await isThere(blob), 'two hours later').to.equal(false);
    });

    it('stay while a job, its result, an answer or a session names them, and go with these', async () => {
      const { store } = home;
      const [file, unwanted] = [await put('a file'), await put('unwanted')];
      await store.jobs.submit(
        newJob('j', {
          request: largeBytes(1),
          files: [{ field: 'document', filename: 'a.pdf', contentType: 'application/pdf', blob: file }],
        }),
        10,
      );
      await store.sessions.open(newSession('s', { ttl: 1e11 }));
      await store.sessions.edit(newAppend(largeBytes(2)));
      const begun = await store.idempotency.begin(scope, 'f', at(100), at(0));
      if (begun.state !== 'started') throw new Error(begun.state);
      await store.idempotency.finish(scope, begun.claim, { ...answer, body: largeBytes(3) }, at(1e11));

      await store.sweep(at(1e10));
      expect([await isThere(file), await isThere(unwanted)]).to.deep.equal([true, false]);
      const claim = await claimed(store);
      expect(plain(claim.request)).to.deep.equal(largeBytes(1));
      const outcome = await outcomeOf(store, 'a result', largeBytes(4));
      await store.jobs.succeed(claim, outcome, at(1e10));

      await store.sweep(at(1e10));
      expect([await isThere(file), await isThere(outcome.parts[0]!)], 'once it has ended').to.deep.equal([false, true]);
      expect(plain((await store.jobs.find('acme', 'j', at(1e10)))?.outcome)).to.deep.equal(outcome);
      expect(await operationsOf(store, 's', 1)).to.have.length(1);

      await store.sweep(at(1e10 + 1000));
      expect(await isThere(outcome.parts[0]!), 'once the result has expired').to.equal(false);
      expect(await store.jobs.find('acme', 'j', at(1e10 + 1000))).to.have.property('outcome', null);

      const large = await Promise.all([2, 3].map((seed) => store.blobs.put(largeBytes(seed))));
      await store.sweep(at(2e11 + goneFor));
      expect(await Promise.all(large.map(isThere)), 'once session and answer have expired').to.deep.equal([
        false,
        false,
      ]);
    });

    it('stay for one job when another that named them is deleted', async () => {
      const { store } = home;
      const files = [
        { field: 'document', filename: 'a.pdf', contentType: 'application/pdf', blob: await put('shared') },
      ];
      for (const id of ['a', 'b']) await store.jobs.submit(newJob(id, { files: [...files, ...files] }), 10);
      await store.jobs.remove('acme', 'a', at(0));
      await store.sweep(at(1e10));
      expect(await isThere(files[0]!.blob)).to.equal(true);
      await store.jobs.remove('acme', 'b', at(0));
      await store.sweep(at(1e10));
      expect(await isThere(files[0]!.blob)).to.equal(false);
    });
  });
}
