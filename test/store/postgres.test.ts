import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/log.ts';
import { openBlobFolder } from '../../src/store/blobs/blob-folder.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres.ts';
import { postgres, type TestDatabase } from '../support/postgres.ts';
import { storeSuite } from './suite.ts';

const tables = [
  'colophon.idempotency',
  'colophon.approvals',
  'colophon.jobs',
  'colophon.sessions',
  'colophon.rate_hits',
  'colophon_queue.job',
];
let database: Promise<TestDatabase> | undefined;

/** One database for the whole suite: emptied after each test, which takes a twentieth of the time of a new one. */
storeSuite('the PostgreSQL store', async () => {
  database ??= postgres().then((server) => server.database());
  const { url, query } = await database;
  const folder = mkdtempSync(join(tmpdir(), 'colophon-blobs-'));
  return {
    open: () => openPostgresStore({ url, blobs: openBlobFolder(join(folder, 'blobs')), log: createLog('silent') }),
    async remove() {
      await query(tables.map((table) => `DELETE FROM ${table}`).join(';'));
      rmSync(folder, { recursive: true });
    },
  };
});
