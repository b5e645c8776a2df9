import { dirname, join } from 'node:path';
import { openBlobFolder, type BlobFolder } from '../blobs/blob-folder.ts';
import type { Store } from '../store.ts';
import { sqliteApprovals } from './approvals.ts';
import { blobUses } from './blob-uses.ts';
import { openDatabase } from './database.ts';
import { guardedBy } from './guards.ts';
import { sqliteIdempotency } from './idempotency.ts';
import { sqliteJobs } from './jobs/jobs.ts';
import type { Parts } from './parts.ts';
import { memoryRates } from './rates.ts';
import { readiness } from './readiness.ts';
import { openReserve } from './reserve.ts';
import { sqliteSessions } from './sessions.ts';
import { sqliteStorage } from './storage.ts';
import { expiry } from './sweep.ts';
import { settle } from './transaction.ts';

/**
 * Opens the embedded store in `file`, and makes the file and the folder of blobs beside it if they do not exist. Throws
 * the error of the system.
 */
export function openSqliteStore(file: string, blobs: BlobFolder = openBlobFolder(join(dirname(file), 'blobs'))): Store {
  const database = openDatabase(file);
  const uses = blobUses(database);
  const reserve = openReserve(join(dirname(file), 'reserve'));
  const parts: Parts = { database, blobs, uses, guarded: guardedBy(database), reserve };
  const checkFile = readiness(database, file);
  const expire = expiry(database);
  let closing = false;
  let sweeping: Promise<unknown> = Promise.resolve();

  /**
   * Sweeps rows and then blobs. Unused blobs are removed even when rows can't be deleted, which makes room on a full
   * disk. Once the store is closing, no more blobs are removed.
   */
  async function sweep(now: number): Promise<number> {
    try {
      return await expire(now);
    } finally {
      await blobs.sweep((digests) => settle(() => (closing ? new Set(digests) : uses.among(digests))), now);
      reserve.fill();
    }
  }

  return {
    idempotency: sqliteIdempotency(parts),
    jobs: sqliteJobs(parts),
    sessions: sqliteSessions(parts),
    approvals: sqliteApprovals(parts),
    rates: memoryRates(),
    storage: sqliteStorage(database),
    blobs,
    check: () => settle(checkFile).then(() => blobs.check()),
    sweep(now) {
      const swept = settle(() => sweep(now));
      sweeping = Promise.allSettled([sweeping, swept]);
      return swept;
    },
    async close() {
      closing = true;
      await sweeping;
      database.close();
    },
  };
}
