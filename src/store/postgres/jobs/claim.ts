import { setTimeout as pause } from 'node:timers/promises';
import type { PlainAppError } from '../../../problems.ts';
import { maxAttempts, maxLostRuns } from '../../facets/jobs.ts';
import { only, type Database, type Queries } from '../database.ts';
import type { JobRow } from './job-row.ts';
import type { Queue } from './queue.ts';

/** Jobs that one claim wakes at most. */
const batch = 100;
/** Attempts of one claim when other nodes claim the same jobs. */
const maxTries = 50;

/** A request of a worker for a job (`JobStore.claim`). */
export interface Claim {
  readonly worker: string;
  readonly leaseUntil: number;
  readonly now: number;
  readonly lost: PlainAppError;
}

/**
 * Claims the next job; `null` = there is none. Jobs that are due (their lease ran out, or their pause is over) are
 * woken first. Then pg-boss decides whose turn it is. Both steps are transactions of the record and the queue. A claim
 * that finds nothing is one statement.
 */
export async function claimNext(database: Database, queue: Queue, claim: Claim): Promise<JobRow | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { due, waiting } = await look(database, claim.now);
    if (due) await database.transaction((tx) => wake(tx, queue, claim));
    else if (!waiting) return null;
    const taken = await database.transaction((tx) => take(tx, queue, claim)).catch(unlessContended);
    if (taken === 'none') return null;
    if (taken === 'contended') await pause(5 * Math.random() * (tries + 1));
    else if (taken !== 'stale') return taken;
  }
  return null;
}

async function look(queries: Queries, now: number): Promise<{ due: boolean; waiting: boolean }> {
  return only(
    await queries.query<{ due: boolean; waiting: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM colophon.jobs WHERE wake_at <= $1) AS due, EXISTS (SELECT 1 FROM ` +
        `colophon.jobs WHERE status = 'queued' AND wake_at IS NULL) AS waiting`,
      [now],
    ),
  );
}

/** Wakes due jobs. A job whose worker died is queued again or fails; a job whose pause is over is queued again. */
async function wake(tx: Queries, queue: Queue, { now, lost }: Claim): Promise<void> {
  const { rows } = await tx.query<{ id: string; entry: string; status: string }>(
    `WITH due AS (SELECT id, status = 'running' AS lost, status = 'running' AND (attempts >= $2 OR lost_runs + 1 >=
      $4) AS spent FROM colophon.jobs WHERE wake_at <= $1 ORDER BY wake_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
     UPDATE colophon.jobs AS job SET
       status = CASE WHEN spent THEN 'failed' ELSE 'queued' END, wake_at = NULL, worker = NULL, percent = CASE WHEN
         spent THEN percent ELSE 0 END,
       lost_runs = lost_runs + CASE WHEN lost THEN 1 ELSE 0 END,
       finished_at = CASE WHEN spent THEN $1::bigint END, expires_at = CASE WHEN spent THEN $1 + retain END, problem
         = CASE WHEN spent THEN $3::json END
     FROM due WHERE job.id = due.id RETURNING job.id, job.entry, job.status`,
    [now, maxAttempts, JSON.stringify(lost), maxLostRuns],
  );
  const failed = rows.filter(({ status }) => status === 'failed');
  await queue.putBack(
    tx,
    rows.filter(({ status }) => status === 'queued').map(({ entry }) => entry),
  );
  await queue.settle(
    tx,
    failed.map(({ entry }) => entry),
  );
  await forgetRequests(
    tx,
    failed.map(({ id }) => id),
  );
}

/** Deletes the requests and files of ended jobs, which never run again. */
export async function forgetRequests(tx: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `UPDATE colophon.jobs SET request = NULL, request_blob = NULL, files = '[]', bytes = CASE WHEN outcome IS ` +
      `NULL THEN 0 ELSE bytes END WHERE id = ANY($1)`,
    [ids],
  );
  await tx.query('DELETE FROM colophon.job_blobs WHERE job_id = ANY($1)', [ids]);
}

/** Takes the next entry. `none` = no entry waits; `stale` = the entry disagreed with the record and was corrected. */
async function take(tx: Queries, queue: Queue, claim: Claim): Promise<JobRow | 'none' | 'stale'> {
  const found = await queue.fetch(tx);
  if (found === null) return 'none';
  // pg-boss has locked the entry. Another transaction that has locked the record (to delete it) goes on to the entry,
  // so waiting for the record would be a deadlock.
  const { rows } = await tx.query<JobRow>(
    `UPDATE colophon.jobs SET status = 'running', attempts = attempts + 1, claims = claims + 1, worker = $2, wake_at
      = $3, started_at = $4, percent = 0, stage = NULL
     WHERE id = (SELECT id FROM colophon.jobs WHERE id = $1 AND status = 'queued' AND wake_at IS NULL FOR UPDATE SKIP
       LOCKED) RETURNING *`,
    [found.job, claim.worker, claim.leaseUntil, claim.now],
  );
  if (rows[0] !== undefined) return rows[0];
  const { rows: records } = await tx.query<{ status: string; wake_at: number | null }>(
    'SELECT status, wake_at FROM colophon.jobs WHERE id = $1',
    [found.job],
  );
  const [record] = records;
  if (record?.status === 'queued' && record.wake_at === null) throw contended;
  // By its record the job runs or pauses, but its entry waited in pg-boss, whose own expiry has returned it. It
  // stays fetched until the job is woken.
  if (record?.status !== 'queued' && record?.status !== 'running') await queue.drop(tx, [found.entry]);
  return 'stale';
}

/** Another transaction has locked the record, so the fetch is undone. */
const contended = new Error('The record of the job is locked.');

function unlessContended(error: unknown): 'contended' {
  if (error === contended) return 'contended';
  throw error;
}
