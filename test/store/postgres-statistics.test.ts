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

describe('A long session in PostgreSQL, whose statistics are those of a short one', () => {
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

  it('is undone, redone, edited and forked', async () => {
    await store.sessions.open(newSession('s'));
    await add(1, 'first');
    for (const table of tables) {
      await database.query(`ANALYZE ${table}`);
      await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    }
    expect(await add(most, 'o')).to.include({ state: 'changed' });
    const full = (await store.sessions.find('acme', 's', at(0), false))?.revision ?? null;
    for (const kind of ['undo', 'redo', 'undo'] as const) expect(await edit({ kind })).to.include({ state: 'changed' });
    const earlier = await store.sessions.fork({ client: 'acme', source: 's', id: 'e', revision: full, now: at(0) });
    expect(earlier).to.deep.include({ state: 'forked' });
    expect(await add(1, 'second')).to.include({ state: 'changed' });
    expect(await add(most, 'p')).to.include({ state: 'changed' });
    const forked = await store.sessions.fork({ client: 'acme', source: 's', id: 'f', revision: null, now: at(0) });
    expect(forked).to.deep.include({ state: 'forked' });
    expect((await store.sessions.find('acme', 'f', at(0), false))?.operations).to.equal(most + 2);
  }).timeout(120_000);
});
