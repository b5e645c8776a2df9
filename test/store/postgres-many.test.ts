import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { createLog } from '../../src/log.ts';
import { AppError } from '../../src/problems.ts';
import { openBlobFolder } from '../../src/store/blobs/blob-folder.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres.ts';
import type { NewJob } from '../../src/store/facets/jobs.ts';
import type { Store } from '../../src/store/store.ts';
import { SlidingWindow } from '../../src/store/sliding-window.ts';
import { migrations } from '../../src/store/postgres/schema.ts';
import { textOf } from './suite/home.ts';
import { newAppend, operationsOf } from './suite/sessions.ts';
import { postgres, type PostgresServer, type TestDatabase } from '../support/postgres.ts';

const lost = new AppError('internal-error', 'The worker died.').toPlain();

/** Fills an empty database with the tables of a store. */
async function migrated(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-blobs-'));
  const store = await openPostgresStore({ url, blobs: openBlobFolder(folder), log: createLog('silent') });
  await store.close();
  rmSync(folder, { recursive: true });
}

describe('The PostgreSQL store, with many nodes', () => {
  let server: PostgresServer;
  let database: TestDatabase;
  let folder: string;
  let stores: Store[];
  let lines: string[];

  beforeEach(async () => {
    server = await postgres();
    database = await server.database(migrated);
    folder = mkdtempSync(join(tmpdir(), 'colophon-blobs-'));
    stores = [];
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database.remove();
    rmSync(folder, { recursive: true });
  });

  async function open(url = database.url, patience = 30_000): Promise<Store> {
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const store = await openPostgresStore({ url, blobs: openBlobFolder(join(folder, 'blobs')), log, patience });
    stores.push(store);
    return store;
  }

  it('keeps the open sessions of the version before, in their order', async () => {
    const old = await server.database(async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(
        'CREATE SCHEMA colophon; SET search_path = colophon; CREATE TABLE schema_version (version integer);',
      );
      for (const step of migrations.slice(0, 6)) await client.query(step);
      await client.query(`INSERT INTO schema_version VALUES (6);
        INSERT INTO sessions VALUES ('s', 'acme', '{}', '{}', 1000, 70, 70, 9, NULL, 0, 0, 9e15);
        INSERT INTO session_operations SELECT 's', place, convert_to(json_build_object('op', CASE place WHEN 3 THEN
          'set_font' ELSE 'add_text' END, 'id', 'i' || place)::text, 'UTF8'), NULL FROM generate_series(0, 69) AS place;`);
      await client.end();
    });
    const store = await open(old.url);
    const read = async () => (await operationsOf(store, 's', 100)).map((json) => JSON.parse(textOf(json)).id as string);
    expect(await read()).to.deep.equal(Array.from({ length: 70 }, (_, place) => `i${place}`));
    expect(await store.sessions.edit(newAppend('{"op":"add_text"}'))).to.deep.include({ state: 'changed', index: 70 });
    expect(await store.sessions.find('acme', 's', 0, false)).to.include({ revision: 71, font: '{"id": "i3"}' });
    await Promise.all(stores.splice(0).map((opened) => opened.close()));
    await old.remove();
  });

  it('opens five times at once over an empty database', async () => {
    const { url } = await server.database();
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(url)));
    await opened[0]!.jobs.submit(job('a'), 10);
    expect(await opened[4]!.jobs.find('acme', 'a', now)).to.have.property('status', 'queued');
    expect(lines).to.deep.equal([]);
  });

  it('refuses the data of a newer version', async () => {
    await open();
    await database.query('INSERT INTO colophon.schema_version VALUES (999)');
    expect(await failure(open()))
      .to.have.property('message')
      .that.contains('newer version (schema 999');
  });

  it('hands 200 jobs to 20 claimers of two nodes, each once', async () => {
    const nodes = [await open(), await open()];
    await Promise.all(Array.from({ length: 200 }, (_, index) => nodes[index % 2]!.jobs.submit(job(`j${index}`), 1000)));
    const claimed: string[] = [];
    const claimer = async (store: Store) => {
      for (let found = await claim(store); found; found = await claim(store)) claimed.push(found.id);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => claimer(nodes[index % 2]!)));
    expect(new Set(claimed).size).to.equal(200);
    expect(claimed).to.have.length(200);
  });

  it('lets a job be deleted while it is claimed, and loses neither', async () => {
    const [a, b] = [await open(), await open()];
    const ids = Array.from({ length: 60 }, (_, index) => `j${index}`);
    for (const id of ids) await a.jobs.submit(job(id), 1000);
    const claims = Array.from({ length: 70 }, () => claim(b));
    const removed = await Promise.all(ids.map((id) => a.jobs.remove('acme', id, now)));
    await Promise.all(claims);
    expect(removed.every((job) => job !== null)).to.equal(true);
    expect(await a.jobs.count()).to.deep.equal({ queued: 0, running: 0 });
    expect(
      await database.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'),
    ).to.deep.equal([{ deadlocks: '0' }]);
    expect(await database.query("SELECT id FROM colophon_queue.job WHERE name = 'colophon-jobs'")).to.deep.equal([]);
  });

  it('keeps to the limit of the queue exactly, however many submit at once', async () => {
    const nodes = [await open(), await open()];
    const submitted = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => nodes[index % 2]!.jobs.submit(job(`j${index}`), 25)),
    );
    expect(submitted.filter(({ status }) => status === 'fulfilled')).to.have.length(25);
    expect(await nodes[0]!.jobs.count()).to.deep.equal({ queued: 25, running: 0 });
  });

  it('shares rates: the limit holds for all nodes together', async () => {
    const nodes = [await open(), await open()];
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        nodes[index % 2]!.rates.take(
          [
            { key: 'ip', limit: 100 },
            { key: 'client', limit: 12 },
          ],
          60_000,
          now,
        ),
      ),
    );
    expect(taken.filter((both) => both.every(({ allowed }) => allowed))).to.have.length(12);
  });

  it('takes keys in any order at once', async () => {
    const store = await open();
    const forth = [
      { key: 'a', limit: 1000 },
      { key: 'b', limit: 1000 },
    ];
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => store.rates.take(index % 2 ? forth : forth.toReversed(), 60_000, now)),
    );
    const [a] = await store.rates.take(forth, 60_000, now);
    expect(a).to.have.property('remaining', 1000 - 101);
  });

  it('counts as the sliding window of one node does', async () => {
    const store = await open();
    const window = new SlidingWindow(1000);
    for (let step = 0, time = now; step < 300; step += 1, time += (step * 7919) % 211) {
      const limit = step > 250 ? 2 : 5;
      const [shared] = await store.rates.take([{ key: 'k', limit }], 1000, time);
      expect(shared).to.deep.equal(window.take('k', limit, time));
      if (step % 50 === 49) await store.sweep(time);
    }
  });

  it('gives an idempotency key to one of two nodes, and its answer to the other', async () => {
    const [a, b] = [await open(), await open()];
    const scope = { client: 'acme', method: 'POST', path: `/${'long'.repeat(5000)}`, key: 'k' };
    const begun = await Promise.all([a, b, a, b].map((store) => store.idempotency.begin(scope, 'f', now + 1000, now)));
    const [mine] = begun.filter(({ state }) => state === 'started');
    expect(begun.filter(({ state }) => state === 'running')).to.have.length(3);
    if (mine?.state !== 'started') throw new Error('Nobody has it.');
    await a.idempotency.finish(scope, mine.claim, { status: 200, headers: {}, body: new Uint8Array([1]) }, now + 5000);
    expect(await b.idempotency.begin(scope, 'f', now + 2000, now)).to.have.property('state', 'finished');
  });

  it('finds nothing under a name that no text of PostgreSQL can hold', async () => {
    const store = await open();
    expect(await store.jobs.find('acme', 'a\0', now)).to.equal(null);
    expect(await store.sessions.find('acme', '\0'.repeat(3000), now, true)).to.equal(null);
    expect(await store.jobs.remove('acme', '\ud800', now)).to.equal(null);
  });

  it('adds again what pg-boss has forgotten', async () => {
    const store = await open();
    await store.jobs.submit(job('a'), 10);
    await store.jobs.submit(job('b'), 10);
    await database.query('DELETE FROM colophon_queue.job');
    expect(await claim(store)).to.equal(null);
    await store.sweep(now);
    expect(await claim(store)).to.have.property('id');
    expect(await claim(store)).to.have.property('id');
  });

  it('does not start a job twice that pg-boss has given up', async () => {
    const store = await open();
    await store.jobs.submit(job('a'), 10);
    const held = await claim(store);
    await database.query("UPDATE colophon_queue.job SET state = 'retry' WHERE name = 'colophon-jobs'");
    await store.jobs.submit(job('b'), 10);
    expect(await claim(store)).to.have.property('id', 'b');
    expect(await claim(store)).to.equal(null);
    expect(await store.jobs.succeed(held!, outcome, now)).to.equal(true);
  });

  it('is not ready while the server is away, loses nothing, and works again by itself', async () => {
    const store = await open();
    await store.jobs.submit(job('a'), 10);
    const held = await claim(store);
    let heard = 0;
    store.jobs.onQueued(() => (heard += 1));
    await server.stop('immediate');
    try {
      const calls = [
        store.check(),
        store.jobs.submit(job('b'), 10),
        store.jobs.find('acme', 'a', now),
        claim(store),
        store.jobs.succeed(held!, outcome, now),
        store.jobs.count(),
        store.sweep(now),
        store.sessions.find('acme', 's', now, true),
        store.rates.take([{ key: 'k', limit: 1 }], 1000, now),
        store.approvals.use('x', now),
        store.idempotency.begin({ client: 'acme', method: 'POST', path: '/', key: 'k' }, 'f', now + 1, now),
      ];
      for (const refused of await Promise.all(calls.map(failure))) {
        expect(refused).to.be.instanceOf(AppError).and.include({ slug: 'not-ready' });
        expect((refused as AppError).headers).to.have.property('Retry-After');
      }
    } finally {
      await server.start();
    }
    await store.check();
    expect(await store.jobs.succeed(held!, outcome, now)).to.equal(true);
    const before = heard;
    const other = await open();
    await until(async () => {
      await other.jobs.submit(job(`b${Math.random()}`), 1000);
      return heard > before;
    });
  });

  it('loses no acknowledged job over immediate stops in the middle', async () => {
    const store = await open();
    const acknowledged: string[] = [];
    const done: string[] = [];
    let stopping = false;
    const submitter = async (name: string) => {
      for (let count = 0; !stopping; count += 1) {
        await store.jobs.submit(job(`${name}-${count}`), 100_000).then(({ id }) => acknowledged.push(id), notReady);
        await pause(10);
      }
    };
    const worker = async () => {
      for (let left = 1; !stopping || left > 0;) {
        const found = await store.jobs.claim('w', Date.now() + 3000, Date.now(), lost).catch(notReady);
        if (found && (await store.jobs.succeed(found, outcome, Date.now()).catch(notReady))) done.push(found.id);
        if (found) continue;
        await pause(20);
        left = await store.jobs.count().then(
          ({ queued, running }) => queued + running,
          () => 1,
        );
      }
    };
    const work = Promise.all([submitter('x'), submitter('y'), worker(), worker(), worker()]);
    for (let turn = 0; turn < 2; turn += 1) {
      // a job that was claimed at both stops has its third attempt
      await pause(700);
      await server.restart('immediate');
    }
    await pause(300);
    stopping = true;
    await work;
    for (const id of acknowledged)
      expect(await store.jobs.find('acme', id, Date.now()), id).to.have.property('status', 'succeeded');
    expect(new Set(done).size).to.equal(done.length);
    expect(acknowledged.length).to.be.above(20);
  });

  it('waits for a server that is not up yet, and says so', async () => {
    await server.stop('fast');
    const opening = open();
    await until(() => Promise.resolve(lines.some((line) => line.includes('waiting for the PostgreSQL server'))));
    await server.start();
    await (await opening).check();
    expect(lines.join()).not.to.contain(database.password);
  });

  it('says what is wrong with the server, and never the password', async () => {
    const wrong = new URL(database.url.replace('@/', '@localhost/'));
    const refused = [
      await failure(open(database.url.replace(database.password, 'wrong-secret-1'), 0)),
      await failure(open(database.url.replace(/\/test\d+/, '/nowhere'), 0)),
      await failure(open(`postgresql://colophon:${database.password}@127.0.0.1:1/x`, 0)),
      await failure(open(`mysql://colophon:${database.password}@localhost/x`, 0)),
      await failure(open(`postgresql://colophon:${database.password}@local host:abc/x`, 0)),
      await failure(open(wrong.href.replace('localhost', 'nowhere.invalid').replace(/host=[^&]*/, ''), 0)),
    ];
    for (const error of refused) {
      expect(error).to.be.instanceOf(Error);
      const words = [
        String(error),
        (error as Error).stack,
        JSON.stringify(error),
        JSON.stringify((error as Error).cause ?? null),
        ...lines,
      ].join();
      expect(words).not.to.contain(database.password).and.not.to.contain('wrong-secret-1');
      expect((error as Error).message).to.contain('SERVICE_DATABASE_URL');
    }
  });
});

const now = 1_800_000_000_000;
const outcome = { contentType: 'application/pdf', bytes: 1, sha256: 'ab', parts: [], about: new Uint8Array() };

function job(id: string): NewJob {
  return {
    id,
    client: 'acme',
    tool: 'render',
    principal: '{}',
    request: new TextEncoder().encode('{}'),
    files: [],
    retain: 3_600_000,
    createdAt: now,
  };
}

function claim(store: Store): ReturnType<Store['jobs']['claim']> {
  return store.jobs.claim('worker', now + 10_000, now, lost);
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => new Error('It did not fail.'),
    (error: unknown) => error,
  );
}

/** Of a server that is stopped in the middle nothing else may come. */
function notReady(error: unknown): undefined {
  if (!(error instanceof AppError) || error.slug !== 'not-ready') throw error;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to that in 20 s.');
    await pause(50);
  }
}
