import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'chai';
import { AppError } from '../../src/problems.ts';
import { maxRowBytes } from '../../src/store/stored-bytes.ts';
import { newAppend, operationsOf } from './suite/sessions.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import { settle, transaction } from '../../src/store/sqlite/transaction.ts';
import { at, largeBytes, rejection, textOf } from './suite/home.ts';
import { newJob } from './suite/job-samples.ts';
import { storeSuite } from './suite.ts';

function temporary(): {
  folder: string;
  file: string;
  open: () => ReturnType<typeof openSqliteStore>;
  remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-store-'));
  const file = join(folder, 'deep', 'colophon.db');
  return { folder, file, open: () => openSqliteStore(file), remove: () => rmSync(folder, { recursive: true }) };
}

storeSuite('the embedded store', temporary);

describe('The embedded store', () => {
  it('makes its folder, and leaves the database and its reserve beside the blobs when it is closed', async () => {
    const { folder, open, remove } = temporary();
    await open().close();
    expect(readdirSync(join(folder, 'deep')).sort()).to.deep.equal(['blobs', 'colophon.db', 'reserve']);
    remove();
  });

  it('keeps what it holds from other users, whatever the umask', async () => {
    const { folder, file, remove } = temporary();
    const before = process.umask(0);
    const store = openSqliteStore(file);
    await store.idempotency.begin({ client: 'acme', method: 'POST', path: '/', key: 'k' }, 'f', 100, 0);
    process.umask(before);
    const modes = readdirSync(join(folder, 'deep'))
      .filter((name) => name.startsWith('colophon.db'))
      .map((name) => [name, statSync(join(folder, 'deep', name)).mode & 0o777]);
    expect(modes).to.deep.equal([
      ['colophon.db', 0o600],
      ['colophon.db-shm', 0o600],
      ['colophon.db-wal', 0o600],
    ]);
    await store.close();
    remove();
  });

  it('writes ahead and flushes every commit', async () => {
    const { file, open, remove } = temporary();
    const store = open();
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA journal_mode').get()).to.deep.include({ journal_mode: 'wal' });
    database.close();
    await store.close();
    remove();
  });

  it('leaves nothing in its file of a request whose job has ended, or of a session that was deleted', async () => {
    const { file, open, remove } = temporary();
    const store = open();
    const secret = 'the password of a document';
    await store.jobs.submit(
      newJob('a', { request: Buffer.from(JSON.stringify({ padding: 'x'.repeat(20_000), password: secret })) }),
      10,
    );
    const session = await store.sessions.open({
      id: 's',
      client: 'acme',
      document: '{}',
      output: JSON.stringify({ encryption: { userPassword: secret } }),
      ttl: 1000,
      now: at(0),
    });
    await store.close();
    expect(readFileSync(file).includes(secret)).to.equal(true);
    const again = open();
    const claimed = await again.jobs.claim('w', at(10), at(1), new AppError('internal-error', 'lost').toPlain());
    await again.jobs.fail(
      { id: 'a', attempt: claimed?.attempt ?? 0 },
      new AppError('invalid-pdf', 'no').toPlain(),
      at(2),
    );
    await again.sessions.remove({ client: 'acme', id: session.id, now: at(2) });
    await again.close();
    expect(readFileSync(file).includes(secret)).to.equal(false);
    remove();
  });

  it('refuses the data of a newer version', async () => {
    const { file, open, remove } = temporary();
    await open().close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 999');
    database.close();
    expect(open).to.throw('newer version');
    remove();
  });

  it('keeps the open sessions of the version before, in their order', async () => {
    const { folder, remove } = temporary();
    const file = join(folder, 'old.db');
    const old = new DatabaseSync(file);
    for (const step of migrations.slice(0, 6)) old.exec(step);
    old.exec(`PRAGMA user_version = 6;
      INSERT INTO sessions (seq, id, client, document, output, ttl, revision, operations, bytes, font, created_at,
        updated_at, expires_at) VALUES (1, 's', 'acme', '{"title":"A"}', '{}', 1000, 70, 70, 9, NULL, 0, 0, ${at(1e6)});`);
    const insert = old.prepare('INSERT INTO session_operations VALUES (1, ?, ?, NULL)');
    for (let place = 0; place < 70; place += 1)
      insert.run(place, Buffer.from(JSON.stringify({ op: place === 3 ? 'set_font' : 'add_text', id: `i${place}` })));
    old.close();
    const store = openSqliteStore(file);
    expect((await operationsOf(store, 's', 100)).map((json) => JSON.parse(textOf(json)).id)).to.deep.equal(
      Array.from({ length: 70 }, (_, place) => `i${place}`),
    );
    expect(await store.sessions.edit(newAppend('{"op":"add_text"}'))).to.deep.include({ state: 'changed', index: 70 });
    expect(await store.sessions.find('acme', 's', at(0), false)).to.include({ revision: 71, font: '{"id":"i3"}' });
    await store.close();
    remove();
  });

  it('keeps the answers of the version before, with their bytes', async () => {
    const { folder, remove } = temporary();
    const file = join(folder, 'old.db');
    const old = new DatabaseSync(file);
    old.exec(`${migrations[0]} PRAGMA user_version = 1;`);
    old
      .prepare(
        `INSERT INTO idempotency VALUES ('acme', 'POST', '/', 'k', 'f', 'c', NULL, 200, ` +
          `'{"content-type":"application/pdf"}', ?, ?)`,
      )
      .run(largeBytes(1), at(1000));
    old.close();
    const store = openSqliteStore(file);
    const found = await store.idempotency.begin(
      { client: 'acme', method: 'POST', path: '/', key: 'k' },
      'f',
      at(100),
      at(0),
    );
    expect(found).to.deep.equal({
      state: 'finished',
      answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: largeBytes(1) },
    });
    await store.close();
    remove();
  });

  it('keeps bytes in their row up to 64 KiB, and in a blob from there', async () => {
    const { folder, open, remove } = temporary();
    const store = open();
    const blobs = (): number =>
      readdirSync(join(folder, 'deep', 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length;
    await store.jobs.submit(newJob('a', { request: largeBytes(1, maxRowBytes) }), 10);
    expect(blobs()).to.equal(0);
    await store.jobs.submit(newJob('b', { request: largeBytes(1, maxRowBytes + 1) }), 10);
    expect(blobs()).to.equal(1);
    await store.close();
    remove();
  });

  it('is not ready while another process holds it for too long, and has done nothing', async () => {
    const { file, open, remove } = temporary();
    const store = open();
    const [holder, waiting] = [new DatabaseSync(file), new DatabaseSync(file, { timeout: 20 })];
    holder.exec('BEGIN IMMEDIATE');
    let ran = false;
    expect(await rejection(settle(() => transaction(waiting, () => (ran = true))))).to.deep.include({
      slug: 'not-ready',
      status: 503,
    });
    expect(ran).to.equal(false);
    holder.exec('ROLLBACK');
    expect(await settle(() => transaction(waiting, () => 'done'))).to.equal('done');
    for (const database of [holder, waiting]) database.close();
    await store.close();
    remove();
  });

  it('undoes a transaction that fails, and tells the failure as it is', async () => {
    const { file, open, remove } = temporary();
    await open().close();
    const database = new DatabaseSync(file);
    const failing = (): never => {
      database.exec(`INSERT INTO approvals VALUES ('a', 1)`);
      throw new Error('A fault of ours.');
    };
    expect(await rejection(settle(() => transaction(database, failing)))).to.have.property(
      'message',
      'A fault of ours.',
    );
    expect(database.prepare('SELECT count(*) AS number FROM approvals').get()).to.deep.include({ number: 0 });
    expect(database.isTransaction).to.equal(false);
    database.close();
    remove();
  });

  it('waits for a sweep that is under way when it is closed', async () => {
    const { open, remove } = temporary();
    const store = open();
    for (let count = 0; count < 500; count += 1) await store.approvals.use(`a${count}`, 1000);
    const sweep = store.sweep(1000);
    await store.close();
    expect(await sweep).to.equal(500);
    remove();
  });
});
