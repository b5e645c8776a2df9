import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import type { Job } from '../../src/store/facets/jobs.ts';
import type { Store } from '../../src/store/store.ts';
import { at, largeBytes, textOf } from './suite/home.ts';
import { lost, plain } from './suite/job-samples.ts';
import { operationsOf } from './suite/sessions.ts';
import { times } from '../support/effort.ts';

const writer = `
  const { openSqliteStore } = await import(process.argv[1]);
  const store = openSqliteStore(process.argv[2]);
  for (let count = 0; ; count += 1) {
    const scope = { client: 'acme', method: 'POST', path: '/', key: String(count) };
    const { claim } = await store.idempotency.begin(scope, 'f', Date.now() + 60_000, Date.now());
    const answer = { status: 200, headers: {}, body: Buffer.from('answer ' + count) };
    await store.idempotency.finish(scope, claim, answer, Date.now() + 60_000);
    process.stdout.write(count + '\\n');
  }`;

/** Runs a process until it has printed so many lines, kills it, and answers the lines that it had printed whole. */
async function killedAfter(lines: number, args: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (data: Buffer) => {
    told += data.toString();
    if (told.split('\n').length > lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return told.split('\n').slice(0, -1);
}

describe('The embedded store, killed while it writes', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-crash-'));
    file = join(folder, 'colophon.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has lost nothing that it had kept', async () => {
    const module = new URL('../../src/store/sqlite/sqlite.ts', import.meta.url).href;
    const last = Number((await killedAfter(200, ['--input-type=module', '--eval', writer, module, file])).at(-1));
    expect(last).to.be.at.least(199);

    const store = openSqliteStore(file);
    for (let count = 0; count <= last; count += 1) {
      const found = await store.idempotency.begin(
        { client: 'acme', method: 'POST', path: '/', key: String(count) },
        'f',
        Date.now() + 1,
        Date.now(),
      );
      if (found.state !== 'finished') throw new Error(`Answer ${count} of ${last} is ${found.state}.`);
      expect(Buffer.from(found.answer.body).toString()).to.equal(`answer ${count}`);
    }
    await store.close();
  });

  it('has every job and operation that it told of, and no row whose bytes are not there', async () => {
    const script = fileURLToPath(new URL('crash-writer.ts', import.meta.url));
    const lines: string[] = [];
    for (let round = 0; round < times(1, 3); round += 1) {
      const told = await Promise.all(
        ['a', 'b'].map((name) => killedAfter(40 + Math.floor(Math.random() * 60), [script, file, `${round}${name}`])),
      );
      lines.push(...told.flat());
    }
    const store = openSqliteStore(file);
    await store.sweep(Date.now() + 2 * 3_600_000);
    const of = (what: string): string[] =>
      lines.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));
    for (const id of of('submitted')) await checkJob(store, id);
    for (const id of of('succeeded')) expect((await found(store, id)).status).to.equal('succeeded');
    for (const place of of('appended')) await checkOperation(store, place);
    expect(new Set(of('claimed')).size, 'claims, none given twice').to.equal(of('claimed').length);
    expect(new Set(of('succeeded')).size, 'ends, none told twice').to.equal(of('succeeded').length);

    const ended: string[] = [];
    for (
      let job = await store.jobs.claim('w', at(2e11), at(1e11), lost);
      job !== null;
      job = await store.jobs.claim('w', at(2e11), at(1e11), lost)
    )
      ended.push(job.id);
    expect(new Set(ended).size, 'jobs that are claimed after all').to.equal(ended.length);
    expect(readdirSync(join(folder, 'blobs', 'new'))).to.deep.equal([]);
    await store.close();
  });
});

async function found(store: Store, id: string): Promise<Job> {
  const job = await store.jobs.find('acme', id, at(0));
  if (job === null) throw new Error(`Job ${id} is lost.`);
  return job;
}

/** A job that has ended has its result, to the last byte. */
async function checkJob(store: Store, id: string): Promise<void> {
  const { status, outcome, attempts } = await found(store, id);
  expect(attempts).to.be.within(0, 3);
  if (status !== 'succeeded') return;
  const [part] = outcome?.parts ?? [];
  expect(textOf(await store.blobs.read(part!))).to.equal(`result of ${id}`);
}

async function checkOperation(store: Store, place: string): Promise<void> {
  const [id = '', index = ''] = place.split('#');
  const operations = await operationsOf(store, id, Number(index) + 1);
  expect(plain(operations.at(-1))).to.deep.equal(largeBytes(Number(index)));
}
