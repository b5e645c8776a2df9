import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { AppError } from '../../src/problems.ts';
import { until } from '../support/http.ts';
import { createThreads, type Threads } from '../../src/threads/threads.ts';

const tasks = new URL('./hungry-tasks.ts', import.meta.url);

/** The memory of a process in MiB; 0 after its end. */
function megabytesOf(pid: number): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'latin1') : '';
  return Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

describe('A task that outgrows its memory', () => {
  let threads: Threads;
  before(() => (threads = createThreads({ count: 2, megabytes: 192, queue: 20 })));
  after(() => threads.stop());

  const run = <T>(name: string, input: unknown, client = 'one', signal = new AbortController().signal) =>
    threads.run<T>(tasks, name, input, { signal, client });

  for (const way of [
    'objects',
    'one array that grows',
    'one large array',
    'a text that is split',
    'JSON',
    'Buffers',
    'fewer Buffers than the kernel allows',
  ]) {
    it(`is limit-exceeded, and ends nothing else: ${way}`, async () => {
      const other = run<string>('wait', 2000, 'two');
      const error = await run('fill', way).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(AppError);
      expect((error as AppError).slug).to.equal('limit-exceeded');
      expect(await other).to.equal('waited');
    });
  }

  it('is followed by others, in a new process', async () => {
    const before = await run<number>('identify', null);
    await run('fill', 'Buffers').catch(() => undefined);
    expect(await run<number>('identify', null)).to.be.greaterThan(0);
    expect(before).not.to.equal(process.pid);
  });

  it('leaves nothing behind where it ends well: its process releases the memory, or is replaced', async () => {
    const alone = createThreads({ count: 1, megabytes: 1024, queue: 20, releaseAfterMs: 500 });
    const options = { signal: new AbortController().signal, client: 'one' };
    try {
      const first = await alone.run<number>(tasks, 'identify', null, options);
      expect(await alone.run<number>(tasks, 'use', 10, options)).to.equal(10);
      expect(await alone.run<number>(tasks, 'identify', null, options)).to.equal(first);
      expect(await alone.run<number>(tasks, 'use', 500, options)).to.equal(500);
      expect(await alone.run<number>(tasks, 'identify', null, options)).to.equal(first);
      expect(megabytesOf(first)).to.be.below(200);
      expect(await alone.run<number>(tasks, 'use', 300, options)).to.equal(300);
      await until(() => megabytesOf(first) < 200);
      expect(await alone.run<number>(tasks, 'hold', 300, options)).to.equal(300);
      await until(() => megabytesOf(first) === 0);
      expect(await alone.run<number>(tasks, 'identify', null, options)).not.to.equal(first);
    } finally {
      await alone.stop();
    }
  });

  it('leaves nothing behind at once where its process may take little memory', async () => {
    const alone = createThreads({ count: 1, megabytes: 512, queue: 20 });
    const options = { signal: new AbortController().signal, client: 'one' };
    try {
      expect(await alone.run<number>(tasks, 'use', 300, options)).to.equal(300);
      expect(megabytesOf(await alone.run<number>(tasks, 'identify', null, options))).to.be.below(200);
    } finally {
      await alone.stop();
    }
  });

  it('is not one that only reserves memory: threads and libraries reserve less than 256 MiB', async () => {
    const alone = createThreads({ count: 1, megabytes: 1024, queue: 20 });
    const options = { signal: new AbortController().signal, client: 'one' };
    const font = readFileSync(new URL('../../fonts/tinos/Tinos-Regular.ttf', import.meta.url));
    try {
      const before = await alone.run<number>(tasks, 'unusedMebibytes', null, options);
      const large = Buffer.concat([font, Buffer.alloc(9 * 1024 * 1024)]);
      const input = { fonts: [large], times: 8 };
      expect(await alone.run<number>(tasks, 'startLibraries', input, options)).to.equal(8);
      const unused = (await alone.run<number>(tasks, 'unusedMebibytes', null, options)) - before;
      expect(unused).to.be.below(256);
    } finally {
      await alone.stop();
    }
  });

  it('is stopped by its signal, with the reason of that', async () => {
    const stop = new AbortController();
    const waiting = run('wait', 60_000, 'one', stop.signal).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    setTimeout(() => stop.abort(new Error('enough')), 100);
    expect(String(await waiting)).to.contain('enough');
  });

  it('does not see the settings of the service', async () => {
    process.env.SERVICE_API_KEYS = 'secret';
    const seen = await run<string[]>('environment', null);
    delete process.env.SERVICE_API_KEYS;
    expect(seen.filter((name) => name.startsWith('SERVICE_'))).to.deep.equal([]);
  });
});

describe('A task whose process is killed from outside', () => {
  let threads: Threads;
  before(async () => {
    threads = createThreads({ count: 1, megabytes: 192, queue: 20 });
    await run('identify', null);
  });
  after(() => threads.stop());

  const run = <T>(name: string, input: unknown, transfer: readonly ArrayBuffer[] = []) =>
    threads.run<T>(tasks, name, input, { signal: new AbortController().signal, client: 'one', transfer });
  /** Kills a process while it works, as the kernel does where a machine has no memory left. */
  const kill = async (pid: number) => {
    await sleep(300);
    process.kill(pid, 'SIGKILL');
  };
  const problemOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (thrown: unknown) => thrown,
    );

  it('runs once more', async () => {
    const pid = await run<number>('identify', null);
    const work = run<string>('wait', 1000);
    await kill(pid);
    expect(await work).to.equal('waited');
    expect(await run<number>('identify', null)).not.to.equal(pid);
  });

  it('is not the fault of its document: overloaded, where it happens twice', async () => {
    const error = await problemOf(run('killItself', null));
    expect(error).to.be.instanceOf(AppError);
    expect(error).to.include({ slug: 'overloaded' }).and.have.nested.property('headers.Retry-After', '5');
    expect(await run<number>('identify', null)).to.be.greaterThan(0);
  });

  it('runs where its process was killed before it began', async () => {
    for (let times = 0; times < 5; times += 1) {
      const pid = await run<number>('identify', null);
      process.kill(pid, 'SIGKILL');
      expect(await run<number>('identify', null)).not.to.equal(pid);
    }
  });

  it('is overloaded at once where its input has been given up', async () => {
    const pid = await run<number>('identify', null);
    const buffer = new ArrayBuffer(1000);
    const work = problemOf(run<string>('wait', 1000, [buffer]));
    await kill(pid);
    expect(await work).to.include({ slug: 'overloaded' });
    expect(buffer.byteLength).to.equal(0);
  });
});
