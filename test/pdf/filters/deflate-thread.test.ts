import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { deflateSync, inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { writePdfInParallel } from '../../../src/pdf/file/writing/write.ts';
import { DeflateThread } from '../../../src/pdf/filters/deflate-thread.ts';
import { Dict, Ref } from '../../../src/pdf/objects/objects.ts';

const text = (seed: number, length: number) => Buffer.from(`<</S/TD/P ${seed} 0 R/K ${seed + 1}>>\n`.repeat(length));

describe('compressing on a thread of its own', () => {
  it('gives the bytes that zlib gives, in whatever order the jobs end', async () => {
    const thread = new DeflateThread();
    const jobs = Array.from({ length: 40 }, (_, index) => ({
      bytes: text(index, 1 + ((index * 37) % 500)),
      options: { level: 1 + (index % 9), windowBits: 13, memLevel: 5 },
    }));
    const expected = jobs.map(({ bytes, options }) => deflateSync(bytes, options));
    const deflated = await Promise.all(jobs.map(({ bytes, options }) => thread.deflate(bytes, options)));
    expect(deflated.map((bytes, index) => bytes.equals(expected[index]!))).to.not.include(false);
  });

  it('leaves a view on the memory of others as it is', async () => {
    const all = text(1, 1000);
    const before = Buffer.from(all);
    const part = await new DeflateThread().deflate(all.subarray(100, 20_000), { level: 3 });
    expect(inflateSync(part).equals(before.subarray(100, 20_000))).to.equal(true);
    expect(all.equals(before)).to.equal(true);
  });

  it('rejects where the thread ends, and starts another for the next job', async () => {
    const thread = new DeflateThread();
    const refused = await Promise.allSettled([
      thread.deflate(text(1, 10), { level: 99 }),
      thread.deflate(text(2, 10), { level: 3 }),
    ]);
    expect(refused.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(inflateSync(await thread.deflate(text(3, 10), { level: 3 })).equals(text(3, 10))).to.equal(true);
  });

  it('ends after a while without jobs, and starts again', async () => {
    const workers: Worker[] = [];
    const note = (worker: Worker) => workers.push(worker);
    process.on('worker', note);
    try {
      const thread = new DeflateThread();
      await thread.deflate(text(1, 10), { level: 3 });
      await once(workers[0]!, 'exit');
      expect(inflateSync(await thread.deflate(text(2, 10), { level: 3 })).equals(text(2, 10))).to.equal(true);
      expect(workers).to.have.length(2);
    } finally {
      process.off('worker', note);
    }
  });

  it('does not begin for a file of few objects', async () => {
    let started = 0;
    const note = () => (started += 1);
    process.on('worker', note);
    try {
      const fileOf = (count: number) =>
        writePdfInParallel({
          objects: Array.from({ length: count }, (_, index) => [index + 1, new Dict([['Next', new Ref(index + 2)]])]),
          trailer: new Dict([['Root', new Ref(1)]]),
          version: '1.7',
          compress: true,
        });
      await fileOf(900);
      expect(started).to.equal(0);
      await fileOf(3000);
      expect(started).to.equal(1);
    } finally {
      process.off('worker', note);
    }
  });
});
