import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionChange } from '../../src/store/facets/sessions.ts';
import { changeSession, contentsOf } from '../../src/store/session-log/change.ts';
import { sessionOf } from '../../src/store/session-log/session-row.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { newEdit, newOperation, newSession } from './suite/sessions.ts';

const count = 10_000;
const limits = { operations: 2 * count, bytes: 1e9 };

/** What a change costs, whatever the driver: statements, and rows that they write. */
interface Work {
  readonly statements: number;
  readonly rows: number;
}

describe('The work of a change', () => {
  let folder: string;
  let store: Store;
  let database: DatabaseSync;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-work-'));
    store = openSqliteStore(join(folder, 'colophon.db'));
    database = new DatabaseSync(join(folder, 'colophon.db'));
    database.exec('PRAGMA synchronous = OFF');
    for (const [id, size] of [
      ['small', 10],
      ['large', count],
    ] as const) {
      await store.sessions.open(newSession(id, { ttl: 1e9 }));
      const operations = Array.from({ length: size }, (_, index) => newOperation('{}', { operationId: `o${index}` }));
      await store.sessions.edit(newEdit({ kind: 'insert', operations, at: null }, { id, limits }));
    }
  });
  after(async () => {
    database.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const cache = new Map<string, StatementSync>();
  function prepared(sql: string): StatementSync {
    const statement = cache.get(sql) ?? database.prepare(sql);
    cache.set(sql, statement);
    return statement;
  }

  /** Makes a change as the drivers do, and counts. */
  function workOf(id: string, change: SessionChange): Work {
    const session = sessionOf(database.prepare('SELECT * FROM sessions WHERE id = ?').get(id)!);
    const total = () => Number(database.prepare('SELECT total_changes() AS n').get()?.n);
    const before = total();
    const stored = contentsOf(change).map(({ json }) => ({ inline: json, blob: null }));
    const work = changeSession(session, newEdit(change, { id, limits }), stored);
    let statements = 0;
    let step = work.next();
    for (; step.done !== true; statements += 1) step = work.next(prepared(step.value.sql).all(step.value.values));
    expect(step.value, change.kind).to.have.property('state', 'changed');
    return { statements, rows: total() - before };
  }

  const one = () => [newOperation('{}')];
  const content = { json: Buffer.from('{}'), anchor: null, font: null };
  /** The places first, middle and last of a session of this size. */
  const changes = (size: number): readonly (readonly [SessionChange, rows: number])[] =>
    [0, size / 2, size - 2].flatMap((at): (readonly [SessionChange, number])[] => [
      [{ kind: 'insert', operations: one(), at: { before: `o${at}` } }, 3],
      [{ kind: 'undo' }, 2],
      [{ kind: 'redo' }, 2],
      [{ kind: 'replace', operationId: `o${at}`, content }, 4],
      [{ kind: 'undo' }, 3],
      [{ kind: 'move', operationId: `o${at}`, to: { index: size - 1 - at } }, 3],
      [{ kind: 'undo' }, 3],
      [{ kind: 'remove', operationId: `o${at}` }, 2],
      [{ kind: 'undo' }, 2],
      [{ kind: 'insert', operations: one(), at: null }, 3],
    ]);

  it('is a few rows at any position, and no more in a session of ten thousand operations than in one of ten', () => {
    const small = changes(10).map(([change]) => workOf('small', change));
    const large = changes(count).map(([change]) => workOf('large', change));
    expect(large).to.deep.equal(small);
    const expected = changes(count).map(([, rows]) => rows);
    // Each counts the row of the session, and that of the bytes of its client where they change.
    for (const [index, { rows, statements }] of large.entries()) {
      expect(rows, `change ${index}`).to.be.within(expected[index] ?? 0, (expected[index] ?? 0) + 1);
      expect(statements, `change ${index}`).to.be.at.most(16);
    }
  });

  it('is spread over many insertions at a crowded spot: one that makes places short touches those around it', () => {
    let most = 0;
    for (let round = 0; round < 420; round += 1) {
      const change: SessionChange = { kind: 'insert', operations: one(), at: { before: 'o5000' } };
      most = Math.max(most, workOf('large', change).rows);
    }
    expect(most).to.be.within(200, 900);
    const places = database
      .prepare("SELECT max(length(place)) AS n FROM session_entries WHERE session = 'large'")
      .get();
    expect(places?.n).to.be.at.most(70);
  });

  it('is few statements for a list of operations', () => {
    const operations = Array.from({ length: 1000 }, () => newOperation('{}'));
    expect(workOf('large', { kind: 'insert', operations, at: null }).statements).to.be.at.most(60);
    expect(workOf('large', { kind: 'undo' }).statements).to.be.at.most(16);
    expect(workOf('large', { kind: 'redo' }).statements).to.be.at.most(16);
  });
});
