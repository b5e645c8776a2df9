import { AppError } from '../../problems.ts';
import type { Log } from '../../log.ts';
import type { BlobFolder } from '../blobs/blob-folder.ts';
import type { Store } from '../store.ts';
import { readAddress } from './address.ts';
import { postgresApprovals } from './approvals.ts';
import { openPool, type Queries } from './database.ts';
import { postgresIdempotency } from './idempotency.ts';
import { postgresJobs } from './jobs/jobs.ts';
import { startInTurn } from './migrate.ts';
import { openNotices } from './jobs/notices.ts';
import { openQueue } from './jobs/queue.ts';
import { postgresRates } from './rates.ts';
import { postgresSessions } from './sessions.ts';
import { postgresStorage } from './storage.ts';
import { namedBlobs, sweepRows } from './sweep.ts';

interface PostgresOptions {
  /**
   * `postgresql://user:password@host:5432/database`, of PostgreSQL 13 or newer. The store makes the schemas `colophon`
   * and `colophon_queue`.
   */
  readonly url: string;
  /** The blobs, on a volume that all nodes share. */
  readonly blobs: BlobFolder;
  readonly log: Log;
  /** Milliseconds to wait for a server that is not up yet. */
  readonly patience?: number;
  /** The number of connections for requests. Three more are for pg-boss and for notices from other nodes. */
  readonly connections?: number;
}

/** Milliseconds that the server may take to answer a check. */
const checkTimeoutMs = 2000;

/**
 * Opens the store that many nodes share. Rejects with a message for the operator when the server can't be used or has
 * data of a newer version.
 */
export async function openPostgresStore({
  url,
  blobs,
  log,
  patience = 30_000,
  connections = 10,
}: PostgresOptions): Promise<Store> {
  const address = readAddress(url);
  const queue = await startInTurn(address, { log, patience }, () => openQueue(address, log));
  const database = openPool(address, connections);
  const notices = openNotices(address, database, log);
  return {
    idempotency: postgresIdempotency(database, blobs),
    jobs: postgresJobs({ database, queue, notices, blobs }),
    sessions: postgresSessions(database, blobs),
    approvals: postgresApprovals(database, blobs),
    rates: postgresRates(database),
    storage: postgresStorage(database),
    blobs,
    async check() {
      await blobs.check();
      await checkServer(database);
    },
    async sweep(now) {
      const gone = await sweepRows(database, queue, now);
      await blobs.sweep((digests) => namedBlobs(database, digests), now);
      return gone;
    },
    async close() {
      await notices.close();
      await queue.stop();
      await database.close();
    },
  };
}

/** Resolves when the server has durably written a row. */
async function checkServer(queries: Queries): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new AppError('not-ready', 'The store does not answer in time.', { headers: { 'Retry-After': '2' } })),
      checkTimeoutMs,
    );
  });
  const written = queries.query(
    'INSERT INTO colophon.written (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
    [Date.now()],
  );
  await Promise.race([written, late]).finally(() => clearTimeout(timer));
}
