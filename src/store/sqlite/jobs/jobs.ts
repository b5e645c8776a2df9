import { isWithinShare, queueIsFull } from '../../queue-room.ts';
import { readStored, storeBytes } from '../../stored-bytes.ts';
import { sizeOf } from '../../facets/blobs.ts';
import type { Guards } from '../../facets/guards.ts';
import {
  goneFor,
  ownBytes,
  type Job,
  type JobOutcome,
  type JobPage,
  type JobStore,
  type KeptJob,
  type ListedJob,
  type NewJob,
} from '../../facets/jobs.ts';
import { blobsOf } from '../blob-uses.ts';
import { jobClaims } from './job-claims.ts';
import { fileBlobs, recordOf, type OutcomeColumn } from './job-rows.ts';
import { jobStatements, type JobStatements } from './job-statements.ts';
import type { Parts } from '../parts.ts';
import { queueSignal } from './queue-signal.ts';
import { blobColumn, storedIn, parsed } from '../rows.ts';
import { settle, transaction } from '../transaction.ts';

/** Jobs in SQLite. A job waits at its turn and sequence number, which never change. */
export function sqliteJobs(parts: Parts): JobStore {
  const { database, blobs, guarded, reserve } = parts;
  const statements = jobStatements(database);
  const signal = queueSignal(database);
  return {
    ...jobClaims({ ...parts, statements, signal }),
    checkRoom: (client, limit) => settle(() => checkRoom(statements, client, limit)),
    submit: (job, limit, guards) =>
      settle(async () => {
        const submitted = await submit(parts, statements, { job, limit, guards });
        signal.queued();
        return submitted;
      }),
    keep: (job, outcome) => settle(() => keep(parts, statements, { job, outcome })),
    find: (client, id, now) => settle(() => find(blobs, statements, { client, id, now })),
    list: (page, now) => settle(() => list(statements, page, now)),
    remove: (client, id, now, guards) =>
      settle(() =>
        reserve.spend(() =>
          guarded<Job | null>(guards, () => {
            const row = statements.remove.get({ client, id, now, goneFor });
            return row ? recordOf(row) : null;
          }),
        ),
      ),
    count: () =>
      settle(() => ({
        queued: Number(statements.queued.get()?.number),
        running: Number(statements.running.get()?.number),
      })),
    onQueued: (listener) => signal.listen(listener),
  };
}

interface Submission {
  readonly job: NewJob;
  readonly limit: number;
  readonly guards: Guards<Job> | undefined;
}

async function submit(
  { blobs, uses, guarded }: Parts,
  statements: JobStatements,
  { job, limit, guards }: Submission,
): Promise<Job> {
  checkRoom(statements, job.client, limit); // before a large request is written
  const request = await storeBytes(blobs, job.request);
  await blobs.hold(fileBlobs(job.files));
  const { id, client, tool, principal, retain, createdAt } = job;
  return guarded(guards, () => {
    checkRoom(statements, client, limit);
    const row = statements.submit.get({
      id,
      client,
      tool,
      principal,
      retain,
      createdAt,
      request: request.inline,
      requestBlob: blobColumn(request),
      files: JSON.stringify(job.files),
      bytes: job.request.byteLength + ownBytes(job.files),
    });
    uses.add(`job ${id}`, [...blobsOf(request), ...fileBlobs(job.files)]);
    if (!row) throw new Error('SQLite returned no row for an inserted job.');
    return recordOf(row);
  });
}

async function keep(
  { database, blobs, uses }: Parts,
  statements: JobStatements,
  { job, outcome: { about, ...outcome } }: { readonly job: KeptJob; readonly outcome: JobOutcome },
): Promise<Job> {
  const stored = await storeBytes(blobs, about);
  await blobs.hold(outcome.parts);
  const column: OutcomeColumn = outcome;
  const { id, client, tool, principal, retain, createdAt } = job;
  return transaction(database, () => {
    const row = statements.keep.get({
      id,
      client,
      tool,
      principal,
      retain,
      createdAt,
      outcome: JSON.stringify(column),
      about: stored.inline,
      aboutBlob: blobColumn(stored),
      bytes: about.byteLength + sizeOf(outcome.parts),
    });
    uses.add(`result ${id}`, [...outcome.parts, ...blobsOf(stored)]);
    if (!row) throw new Error('SQLite returned no row for an inserted job.');
    return { ...recordOf(row), outcome: { ...outcome, about } };
  });
}

function checkRoom(statements: JobStatements, client: string, limit: number): void {
  if (Number(statements.queued.get()?.number) < limit) return;
  const { own, others } = statements.queuedByClient.get({ client }) as { own: number; others: number };
  if (!isWithinShare({ own, others, limit })) throw queueIsFull();
}

async function find(
  blobs: Parts['blobs'],
  statements: JobStatements,
  { client, id, now }: { readonly client: string; readonly id: string; readonly now: number },
): Promise<Job | null> {
  const row = statements.find.get({ client, id, now, goneFor });
  if (!row) return null;
  const job = recordOf(row);
  if (row.outcome === null || (job.expiresAt ?? 0) <= now) return job;
  return {
    ...job,
    outcome: {
      ...(parsed(row.outcome) as OutcomeColumn),
      about: await readStored(blobs, storedIn(row.about, row.about_blob)),
    },
  };
}

function list(statements: JobStatements, page: JobPage, now: number): ListedJob[] {
  const { client, status, after, limit } = page;
  const place = {
    client,
    now,
    limit,
    afterTime: after?.createdAt ?? Number.MAX_SAFE_INTEGER,
    afterId: after?.id ?? '',
  };
  const rows = status === null ? statements.list.all(place) : statements.listByStatus.all({ ...place, status });
  return rows.map((row) => ({
    ...recordOf(row),
    outcome: row.outcome === null ? null : (parsed(row.outcome) as OutcomeColumn),
  }));
}
