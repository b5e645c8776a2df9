import type { BlobFolder } from '../blobs/blob-folder.ts';
import { keepBytes } from '../stored-bytes.ts';
import { goneFor, maxAttempts, sizeOf, type JobStore } from '../store.ts';
import { claimNext, forgetRequests } from './claim.ts';
import { only, type Database, type Queries } from './database.ts';
import { applyGuards } from './guards.ts';
import { claimedOf, jobOf, outcomeOf, type JobRow } from './job-row.ts';
import type { Notices } from './notices.ts';
import type { Queue } from './queue.ts';
import { admission, checkRoom, clientTurns, insertJob, nameBlobs } from './submit.ts';

interface JobParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly notices: Notices;
  readonly blobs: BlobFolder;
}

/**
 * Jobs: pg-boss is the queue (whose turn it is), the table `jobs` the record (what a client sees, leases, attempts, the
 * fence of claims). Both change in one transaction. Of pg-boss an entry waits, is fetched (while its job runs, or
 * pauses after it was given back), or is done. Leases are the record's own: their times come from the caller, and
 * pg-boss knows only the server's clock, and looks once a minute. Whoever changes both takes the record first and then
 * the entry, and so two can't wait for each other; only a claim comes the other way.
 */
export function postgresJobs({ database, queue, notices, blobs }: JobParts): JobStore {
  const admit = admission();
  const inTurn = clientTurns();
  return {
    checkRoom: (client, limit) => checkRoom(database, client, limit),

    async submit(job, limit, guards) {
      const request = await keepBytes(blobs, job.request);
      await blobs.hold(job.files.map(({ blob }) => blob));
      const submitted = await inTurn(job.client, (turnIn) =>
        database.transaction(async (tx) => {
          await admit(tx, job.client, limit);
          const row = await insertJob(tx, { ...job, turn: await turnIn(tx) }, request);
          await queue.add(tx, row.entry, row);
          await applyGuards(tx, blobs, guards, jobOf(row));
          return jobOf(row);
        }),
      );
      notices.tell();
      return submitted;
    },

    async find(client, id, now) {
      const { rows } = await database.query<JobRow>(
        'SELECT * FROM colophon.jobs WHERE id = $1 AND client = $2 AND (expires_at IS NULL OR expires_at > $3)',
        [id, client, now - goneFor],
      );
      const [row] = rows;
      if (row === undefined) return null;
      const told = row.expires_at === null || row.expires_at > now;
      return { ...jobOf(row), outcome: told ? await outcomeOf(row, blobs) : null };
    },

    async claim(worker, leaseUntil, now, lost) {
      const row = await claimNext(database, queue, { worker, leaseUntil, now, lost });
      return row === null ? null : claimedOf(row, blobs);
    },

    async renew(running, leaseUntil) {
      if (running.length === 0) return [];
      const { rows } = await database.query<{ id: string; claims: number }>(
        `UPDATE colophon.jobs AS job SET wake_at = $5, percent = told.percent, stage = coalesce(told.stage, job.stage)
         FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[]) AS told (id, claim, percent, stage)
         WHERE job.id = told.id AND job.claims = told.claim AND job.status = 'running' RETURNING job.id, job.claims`,
        [
          running.map(({ id }) => id),
          running.map(({ attempt }) => attempt),
          running.map(({ percent }) => percent),
          running.map(({ stage }) => stage),
          leaseUntil,
        ],
      );
      const held = new Set(rows.map(({ id, claims }) => `${claims} ${id}`));
      return running
        .filter(({ id, attempt }) => !held.has(`${attempt} ${id}`))
        .map(({ id, attempt }) => ({ id, attempt }));
    },

    async succeed(claim, { about, ...outcome }, now) {
      const kept = await keepBytes(blobs, about);
      await blobs.hold(outcome.parts);
      return end(database, queue, async (tx) => {
        const { rows } = await tx.query<Ended>(
          `UPDATE colophon.jobs SET status = 'succeeded', percent = 100, wake_at = NULL, finished_at = $3, ` +
            `expires_at = $3 + retain, outcome = $4, about = $5, about_blob = $6, bytes = $7 ${ofClaim} ` +
            'RETURNING id, entry, status',
          [
            claim.id,
            claim.attempt,
            now,
            JSON.stringify(outcome),
            kept.inline,
            kept.blob,
            about.byteLength + sizeOf(outcome.parts),
          ],
        );
        await forgetRequests(
          tx,
          rows.map(({ id }) => id),
        );
        if (rows.length > 0)
          await nameBlobs(
            tx,
            claim.id,
            [...outcome.parts, ...(kept.blob === null ? [] : [kept.blob])].map(({ sha256 }) => sha256),
          );
        return rows;
      });
    },

    fail: (claim, problem, now) =>
      end(database, queue, async (tx) => {
        const { rows } = await tx.query<Ended>(
          `UPDATE colophon.jobs SET status = 'failed', wake_at = NULL, finished_at = $3, expires_at = $3 + ` +
            `retain, problem = $4 ${ofClaim} RETURNING id, entry, status`,
          [claim.id, claim.attempt, now, JSON.stringify(problem)],
        );
        await forgetRequests(
          tx,
          rows.map(({ id }) => id),
        );
        return rows;
      }),

    async giveBack(claim, { notBefore, counts, problem }, now) {
      const given = await end(database, queue, async (tx) => {
        const { rows } = await tx.query<Ended>(
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
      if (given) notices.tell();
      return given;
    },

    remove: (client, id, now, guards) =>
      database.transaction(async (tx) => {
        const { rows } = await tx.query<JobRow>(
          'DELETE FROM colophon.jobs WHERE id = $1 AND client = $2 AND (expires_at IS NULL OR expires_at > $3) ' +
            'RETURNING *',
          [id, client, now - goneFor],
        );
        await queue.drop(
          tx,
          rows.map(({ entry }) => entry),
        );
        const job = rows[0] === undefined ? null : jobOf(rows[0]);
        await applyGuards(tx, blobs, guards, job);
        return job;
      }),

    async count() {
      return only(
        await database.query<{ queued: number; running: number }>(
          `SELECT count(*) FILTER (WHERE status = 'queued') AS queued, count(*) FILTER (WHERE status = ` +
            `'running') AS running FROM colophon.jobs WHERE status IN ('queued', 'running')`,
        ),
      );
    },

    onQueued: (listener) => notices.listen(listener),
  };
}

interface Ended {
  readonly id: string;
  readonly entry: string;
  /** `paused`: it is queued, but not yet. */
  readonly status: 'succeeded' | 'failed' | 'queued' | 'paused';
}

const ofClaim = `WHERE id = $1 AND claims = $2 AND status = 'running'`;

/** Ends a run, and does with the entry in pg-boss what follows from that; `false` = the claim was lost. */
function end(database: Database, queue: Queue, change: (tx: Queries) => Promise<readonly Ended[]>): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [ended] = await change(tx);
    if (ended === undefined) return false;
    if (ended.status === 'queued') await queue.putBack(tx, [ended.entry]);
    else if (ended.status !== 'paused') await queue.settle(tx, [ended.entry]);
    return true;
  });
}
