import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createLog } from '../../src/log.ts';
import { openBlobFolder } from '../../src/store/blobs/blob-folder.ts';
import type { SessionChange } from '../../src/store/facets/sessions.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres.ts';
import type { Store } from '../../src/store/store.ts';
import { postgres, type TestDatabase } from '../support/postgres.ts';
import { at } from './suite/home.ts';
import { newEdit, newOperation, newSession } from './suite/sessions.ts';

const most = 20_000;
const tables = ['contents', 'entries', 'assets', 'uses', 'options'].map((name) => `colophon.session_${name}`);

/** How statistics come to be wrong, once a session has one operation (`before`) or all of them (`after`). */
const causes: Record<string, { readonly when: 'before' | 'after'; readonly sql: readonly string[] }> = {
  'those of a short one': { when: 'before', sql: tables.map((table) => `ANALYZE ${table}`) },
  // ANALYZE counts the rows of a transaction that has not ended as dead
  'from before the end of its insertion': {
    when: 'after',
    sql: [
      ...tables.map((table) => `ANALYZE ${table}`),
      "DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relname LIKE 'session%')",
      "UPDATE pg_class SET reltuples = 0 WHERE relname LIKE 'session%'",
    ],
  },
};

for (const [name, { when, sql }] of Object.entries(causes))
  describe(`A long session in PostgreSQL, whose statistics are ${name}`, () => {
    let database: TestDatabase;
    let store: Store;
    let folder: string;
    const edit = (change: SessionChange) =>
      store.sessions.edit(newEdit(change, { limits: { operations: most + 10, bytes: 1e9 } }));
    const add = (count: number, name: string) =>
      edit({
        kind: 'insert',
        operations: Array.from({ length: count }, (_, index) =>
          newOperation('"x"', {
            operationId: `${name}${index}`,
            assets: [{ name: `${name}${index % 2000}`, isNeeded: false }],
          }),
        ),
        at: null,
      });

    before(async () => {
      database = await (await postgres()).database();
      folder = mkdtempSync(join(tmpdir(), 'colophon-blobs-'));
      const blobs = openBlobFolder(join(folder, 'blobs'));
      store = await openPostgresStore({ url: database.url, blobs, log: createLog('silent') });
    });
    after(async () => {
      await store.close();
      await database.remove();
      rmSync(folder, { recursive: true });
    });

    it('is read, undone, redone, edited and forked', async () => {
      await store.sessions.open(newSession('s'));
      await add(1, 'first');
      for (const table of tables) await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      if (when === 'before') for (const statement of sql) await database.query(statement);
      expect(await add(most, 'o')).to.include({ state: 'changed' });
      if (when === 'after') for (const statement of sql) await database.query(statement);
      const revision = (await store.sessions.find('acme', 's', at(0), false))?.revision ?? 0;
      expect(await store.sessions.operations({ id: 's', revision, from: 0, limit: most + 10 })).to.have.length(
        most + 1,
      );
      expect(await store.sessions.operation('s', 'o19999')).to.include({ index: most });
      expect(await edit({ kind: 'remove', operationId: 'o7' })).to.include({ state: 'changed' });
      expect(await edit({ kind: 'undo' })).to.include({ state: 'changed' });
      const full = (await store.sessions.find('acme', 's', at(0), false))?.revision ?? null;
      for (const kind of ['undo', 'redo', 'undo'] as const)
        expect(await edit({ kind })).to.include({ state: 'changed' });
      const earlier = await store.sessions.fork({ client: 'acme', source: 's', id: 'e', revision: full, now: at(0) });
      expect(earlier).to.deep.include({ state: 'forked' });
      expect(await add(1, 'second')).to.include({ state: 'changed' });
      expect(await add(most, 'p')).to.include({ state: 'changed' });
      const forked = await store.sessions.fork({ client: 'acme', source: 's', id: 'f', revision: null, now: at(0) });
      expect(forked).to.deep.include({ state: 'forked' });
      expect((await store.sessions.find('acme', 'f', at(0), false))?.operations).to.equal(most + 2);
    }).timeout(120_000);
  });
