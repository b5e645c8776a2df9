import type { PlainAppError } from '../../../problems.ts';
import { sizeOf } from '../../facets/blobs.ts';
import { maxAttempts, type JobClaim, type JobOutcome, type JobStore } from '../../facets/jobs.ts';
import { storeBytes } from '../../stored-bytes.ts';
import type { Queries } from '../database.ts';
import { forgetRequests } from './claim.ts';
import type { JobParts } from './job-parts.ts';
import { nameBlobs } from './submit.ts';

/** The record of a job after its run has ended. */
interface EndedRun {
  readonly id: string;
  readonly entry: string;
  /** `paused`: queued, but not to be started before a certain time. */
  readonly status: 'succeeded' | 'failed' | 'queued' | 'paused';
}

const ofClaim = `WHERE id = $1 AND claims = $2 AND status = 'running'`;

/** Ends a run with its result; `false` = the claim was lost (`JobStore.succeed`). */
export async function succeedRun(
  parts: JobParts,
  claim: JobClaim,
  { about, ...outcome }: JobOutcome,
  now: number,
): Promise<boolean> {
  const stored = await storeBytes(parts.blobs, about);
  await parts.blobs.hold(outcome.parts);
  const named = [...outcome.parts, ...(stored.blob === null ? [] : [stored.blob])].map(({ sha256 }) => sha256);
  return endRun(parts, async (tx) => {
    const { rows } = await tx.query<EndedRun>(
      `UPDATE colophon.jobs SET status = 'succeeded', percent = 100, wake_at = NULL, finished_at = $3, ` +
        `expires_at = $3 + retain, outcome = $4, about = $5, about_blob = $6, bytes = $7 ${ofClaim} ` +
        'RETURNING id, entry, status',
      [
        claim.id,
        claim.attempt,
        now,
        JSON.stringify(outcome),
        stored.inline,
        stored.blob,
        about.byteLength + sizeOf(outcome.parts),
      ],
    );
    await forgetRequests(
      tx,
      rows.map(({ id }) => id),
    );
    if (rows.length > 0) await nameBlobs(tx, claim.id, named);
    return rows;
  });
}

/** Ends a run with a problem; `false` = the claim was lost (`JobStore.fail`). */
export function failRun(parts: JobParts, claim: JobClaim, problem: PlainAppError, now: number): Promise<boolean> {
  return endRun(parts, async (tx) => {
    const { rows } = await tx.query<EndedRun>(
      `UPDATE colophon.jobs SET status = 'failed', wake_at = NULL, finished_at = $3, expires_at = $3 + ` +
        `retain, problem = $4 ${ofClaim} RETURNING id, entry, status`,
      [claim.id, claim.attempt, now, JSON.stringify(problem)],
    );
    await forgetRequests(
      tx,
      rows.map(({ id }) => id),
    );
    return rows;
  });
}

/** Ends a run and queues its job again; `false` = the claim was lost (`JobStore.giveBack`). */
export async function giveBackRun(
  parts: JobParts,
  claim: JobClaim,
  { notBefore, counts, problem }: Parameters<JobStore['giveBack']>[1],
  now: number,
): Promise<boolean> {
  const isGiven = await endRun(parts, async (tx) => {
    const { rows } = await tx.query<EndedRun>(
      `WITH held AS (SELECT id, $4::boolean AND attempts >= $5 AS spent FROM colophon.jobs ${ofClaim} FOR UPDATE)
       UPDATE colophon.jobs AS job SET
         status = CASE WHEN spent THEN 'failed' ELSE 'queued' END, attempts = attempts - CASE WHEN $4::boolean
           THEN 0 ELSE 1 END, percent = CASE WHEN spent THEN percent ELSE 0 END,
         wake_at = CASE WHEN spent OR $6::bigint <= $3::bigint THEN NULL ELSE $6::bigint END, worker = NULL,
         finished_at = CASE WHEN spent THEN $3::bigint END, expires_at = CASE WHEN spent THEN $3::bigint + retain
           END, problem = CASE WHEN spent THEN $7::json END
       FROM held WHERE job.id = held.id RETURNING job.id, job.entry, CASE WHEN job.wake_at IS NULL THEN
         job.status ELSE 'paused' END AS status`,
      [claim.id, claim.attempt, now, counts, maxAttempts, notBefore, JSON.stringify(problem)],
    );
    await forgetRequests(
      tx,
      rows.filter(({ status }) => status === 'failed').map(({ id }) => id),
    );
    return rows;
  });
  if (isGiven) parts.notices.announce();
  return isGiven;
}

/** Ends a run in the record and then its entry in pg-boss; `false` = the claim was lost. */
function endRun(
  { database, queue }: JobParts,
  change: (tx: Queries) => Promise<readonly EndedRun[]>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [ended] = await change(tx);
    if (ended === undefined) return false;
    if (ended.status === 'queued') await queue.putBack(tx, [ended.entry]);
    else if (ended.status !== 'paused') await queue.settle(tx, [ended.entry]);
    return true;
  });
}
