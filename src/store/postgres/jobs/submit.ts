import type { StoredBytes } from '../../stored-bytes.ts';
import { isWithinShare, queueIsFull } from '../../queue-room.ts';
import { ownBytes, type NewJob } from '../../facets/jobs.ts';
import { only, type Queries } from '../database.ts';
import type { JobRow } from './job-row.ts';

/** The number of the advisory lock under which a nearly full queue is counted. */
const fullLock = 7_106_671;
/** The number of jobs that all nodes together can be queueing at one moment, with a margin. */
const margin = 256;
/** A queue with room for so many jobs that is less than half full is not counted again for so many milliseconds. */
const roomy = { room: 1000, for: 250 };

/**
 * Throws AppError `overloaded` when `limit` jobs are queued and the client has its share of them. The count is exact
 * near the limit; below it, jobs are queued in parallel.
 */
export type Admission = (tx: Queries, client: string, limit: number) => Promise<void>;

/** The admission of one node. */
export function admission(): Admission {
  let roomUntil = 0;
  return async (tx, client, limit) => {
    if (limit >= roomy.room && performance.now() < roomUntil) return;
    const queued = await countQueued(tx, limit);
    if (limit >= roomy.room && queued < limit / 2) roomUntil = performance.now() + roomy.for;
    if (queued + margin < limit) return;
    await tx.query('SELECT pg_advisory_xact_lock($1)', [fullLock]);
    await checkRoom(tx, client, limit);
  };
}

/** Throws AppError `overloaded` when `limit` jobs are queued and the client has its share of them. */
export async function checkRoom(queries: Queries, client: string, limit: number): Promise<void> {
  if ((await countQueued(queries, limit)) < limit) return;
  const found = await queries.query<{ own: number; others: number }>(
    `SELECT count(*) FILTER (WHERE client = $1) AS own, count(DISTINCT client) FILTER (WHERE client <> $1) AS ` +
      `others FROM colophon.jobs WHERE status = 'queued'`,
    [client],
  );
  if (!isWithinShare({ ...only(found), limit })) throw queueIsFull();
}

/**
 * Runs a transaction that submits a job. The turn of the job (see `JobStore.claim`) is reserved until the transaction
 * has ended, because other transactions do not see the row yet.
 */
export type Turns = <T>(
  client: string,
  transaction: (turnIn: (tx: Queries) => Promise<number>) => Promise<T>,
) => Promise<T>;

/** The largest turn that fits into the column of PostgreSQL and the priority of pg-boss. */
const latestTurn = 2 ** 31 - 1;

/** The turns of one node. */
export function clientTurns(): Turns {
  const reserved = new Map<string, { turn: number; pending: number }>();
  return async (client, transaction) => {
    const own = reserved.get(client) ?? { turn: -1, pending: 0 };
    own.pending += 1;
    reserved.set(client, own);
    try {
      return await transaction(async (tx) => {
        const stored = await nextStoredTurn(tx, client);
        own.turn = Math.min(latestTurn, Math.max(stored, own.turn + 1));
        return own.turn;
      });
    } finally {
      own.pending -= 1;
      if (own.pending === 0) reserved.delete(client);
    }
  };
}

async function nextStoredTurn(tx: Queries, client: string): Promise<number> {
  const found = await tx.query<{ turn: number }>(
    `SELECT greatest(
       (SELECT max(turn) FROM colophon.jobs WHERE claims > 0), (SELECT min(turn) - 1 FROM colophon.jobs WHERE status
         = 'queued'),
       (SELECT max(turn)::bigint + 1 FROM colophon.jobs WHERE client = $1), 0) AS turn`,
    [client],
  );
  return only(found).turn;
}

async function countQueued(tx: Queries, limit: number): Promise<number> {
  return only(
    await tx.query<{ count: number }>(
      `SELECT count(*) FROM (SELECT 1 FROM colophon.jobs WHERE status = 'queued' LIMIT $1) AS queued`,
      [limit],
    ),
  ).count;
}

/** Inserts the record of a job; returns its row. */
export async function insertJob(
  tx: Queries,
  job: NewJob & { readonly turn: number },
  request: StoredBytes,
): Promise<JobRow> {
  const { id, client, tool, principal, files, retain, createdAt, turn } = job;
  const inserted = await tx.query<JobRow>(
    'INSERT INTO colophon.jobs (id, client, tool, principal, request, request_blob, files, retain, created_at, ' +
      `turn, bytes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING *`,
    [
      id,
      client,
      tool,
      principal,
      request.inline,
      request.blob,
      JSON.stringify(files),
      retain,
      createdAt,
      turn,
      job.request.byteLength + ownBytes(files),
    ],
  );
  await nameBlobs(
    tx,
    id,
    [...files.map(({ blob }) => blob), ...(request.blob === null ? [] : [request.blob])].map(({ sha256 }) => sha256),
  );
  return only(inserted);
}

/** Records the blobs that a job needs, so that the sweep leaves them. */
export async function nameBlobs(tx: Queries, id: string, digests: readonly string[]): Promise<void> {
  if (digests.length > 0)
    await tx.query(
      'INSERT INTO colophon.job_blobs (sha256, job_id) SELECT DISTINCT digest, $1 FROM unnest($2::text[]) AS digest',
      [id, digests],
    );
}
