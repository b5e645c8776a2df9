import { AppError } from '../../problems.ts';
import type { KeptBytes } from '../kept-bytes.ts';
import type { NewJob } from '../store.ts';
import { only, type Queries } from './database.ts';
import type { JobRow } from './job-row.ts';

/** The number of the lock under which the queue is counted when it is nearly full. */
const fullLock = 7_106_671;
/** More jobs than all nodes together can be queueing at one moment. */
const margin = 256;
/** A queue with room for more than this, and half empty, is counted again only after so many milliseconds. */
const roomy = { room: 1000, for: 250 };

/** Throws AppError `overloaded` when `limit` jobs are queued: exactly, and yet jobs are queued side by side while there is room. */
export type Admission = (tx: Queries, limit: number) => Promise<void>;

export function admission(): Admission {
  let roomUntil = 0;
  return async (tx, limit) => {
    if (limit >= roomy.room && performance.now() < roomUntil) return;
    const queued = await countQueued(tx, limit);
    if (limit >= roomy.room && queued < limit / 2) roomUntil = performance.now() + roomy.for;
    if (queued + margin < limit) return;
    await tx.query('SELECT pg_advisory_xact_lock($1)', [fullLock]);
    if ((await countQueued(tx, limit)) >= limit) throw new AppError('overloaded', 'The queue of jobs is full. Try again in a few seconds.', { headers: { 'Retry-After': '5' } });
  };
}

async function countQueued(tx: Queries, limit: number): Promise<number> {
  return only(await tx.query<{ count: number }>(`SELECT count(*) FROM (SELECT 1 FROM colophon.jobs WHERE status = 'queued' LIMIT $1) AS queued`, [limit])).count;
}

export async function insertJob(tx: Queries, job: NewJob, request: KeptBytes): Promise<JobRow> {
  const { id, client, tool, principal, files, retain, createdAt } = job;
  const inserted = await tx.query<JobRow>(
    `INSERT INTO colophon.jobs (id, client, tool, principal, request, request_blob, files, retain, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
    [id, client, tool, principal, request.inline, request.blob, JSON.stringify(files), retain, createdAt],
  );
  await nameBlobs(tx, id, [...files.map(({ blob }) => blob), ...(request.blob === null ? [] : [request.blob])].map(({ sha256 }) => sha256));
  return only(inserted);
}

/** Says which blobs a job needs, so that the sweep leaves them. */
export async function nameBlobs(tx: Queries, id: string, digests: readonly string[]): Promise<void> {
  if (digests.length > 0) await tx.query('INSERT INTO colophon.job_blobs (sha256, job_id) SELECT DISTINCT digest, $1 FROM unnest($2::text[]) AS digest', [id, digests]);
}
