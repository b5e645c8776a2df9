import type { Guards } from '../../facets/guards.ts';
import { goneFor, type Job, type JobClaim, type JobProgress, type JobStore, type NewJob } from '../../facets/jobs.ts';
import { storeBytes } from '../../stored-bytes.ts';
import { only, type Database } from '../database.ts';
import { applyGuards } from '../guards.ts';
import { claimNext } from './claim.ts';
import { keepJob } from './keep.ts';
import { listJobs } from './list.ts';
import { failRun, giveBackRun, succeedRun } from './end-run.ts';
import { claimedOf, jobOf, outcomeOf, type JobRow } from './job-row.ts';
import type { JobParts } from './job-parts.ts';
import { admission, checkRoom, clientTurns, insertJob, type Admission, type Turns } from './submit.ts';

/**
 * Jobs in PostgreSQL. pg-boss is the queue and decides whose turn it is. The table `jobs` is the record: it holds the
 * state that clients see, the leases, the attempts and the number that fences claims. Both change in one transaction.
 *
 * An entry in pg-boss waits, is fetched (while its job runs, or pauses after it was given back), or is done. The record
 * has its own leases, because their times come from the caller, and pg-boss uses the clock of the server and checks
 * once a minute. A transaction that changes both locks the record first and the entry second, so that two transactions
 * can't deadlock. Only a claim locks them in the other order.
 */
export function postgresJobs(parts: JobParts): JobStore {
  const { database, queue, notices, blobs } = parts;
  const admit = admission();
  const inTurn = clientTurns();
  return {
    checkRoom: (client, limit) => checkRoom(database, client, limit),
    submit: (job, limit, guards) => submit(parts, { admit, inTurn }, { job, limit, guards }),
    keep: (job, outcome) => keepJob(parts, job, outcome),
    find: (client, id, now) => find(parts, { client, id, now }),
    list: (page, now) => listJobs(database, page, now),
    async claim(worker, leaseUntil, now, lost) {
      const row = await claimNext(database, queue, { worker, leaseUntil, now, lost });
      return row === null ? null : claimedOf(row, blobs);
    },
    renew: (running, leaseUntil) => renew(database, running, leaseUntil),
    succeed: (claim, outcome, now) => succeedRun(parts, claim, outcome, now),
    fail: (claim, problem, now) => failRun(parts, claim, problem, now),
    giveBack: (claim, again, now) => giveBackRun(parts, claim, again, now),
    remove: (client, id, now, guards) => remove(parts, { client, id, now, guards }),
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

interface Submission {
  readonly job: NewJob;
  readonly limit: number;
  readonly guards: Guards<Job> | undefined;
}

async function submit(
  { database, queue, notices, blobs }: JobParts,
  { admit, inTurn }: { readonly admit: Admission; readonly inTurn: Turns },
  { job, limit, guards }: Submission,
): Promise<Job> {
  const request = await storeBytes(blobs, job.request);
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
  notices.announce();
  return submitted;
}

/** The job of a client at a time. */
interface Wanted {
  readonly client: string;
  readonly id: string;
  readonly now: number;
}

async function find({ database, blobs }: JobParts, { client, id, now }: Wanted): Promise<Job | null> {
  const { rows } = await database.query<JobRow>(
    'SELECT * FROM colophon.jobs WHERE id = $1 AND client = $2 AND (expires_at IS NULL OR expires_at > $3)',
    [id, client, now - goneFor],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const isCurrent = row.expires_at === null || row.expires_at > now;
  return { ...jobOf(row), outcome: isCurrent ? await outcomeOf(row, blobs) : null };
}

async function renew(
  database: Database,
  running: readonly JobProgress[],
  leaseUntil: number,
): Promise<readonly JobClaim[]> {
  if (running.length === 0) return [];
  const { rows } = await database.query<{ id: string; claims: number }>(
    `UPDATE colophon.jobs AS job SET wake_at = $5, percent = run.percent, stage = coalesce(run.stage, job.stage)
     FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[]) AS run (id, claim, percent, stage)
     WHERE job.id = run.id AND job.claims = run.claim AND job.status = 'running' RETURNING job.id, job.claims`,
    [
      running.map(({ id }) => id),
      running.map(({ attempt }) => attempt),
      running.map(({ percent }) => percent),
      running.map(({ stage }) => stage),
      leaseUntil,
    ],
  );
  const held = new Set(rows.map(({ id, claims }) => `${claims} ${id}`));
  return running.filter(({ id, attempt }) => !held.has(`${attempt} ${id}`)).map(({ id, attempt }) => ({ id, attempt }));
}

function remove(
  { database, queue, blobs }: JobParts,
  { client, id, now, guards }: Wanted & { readonly guards: Guards<Job | null> | undefined },
): Promise<Job | null> {
  return database.transaction(async (tx) => {
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
  });
}
