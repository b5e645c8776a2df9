import { isWithinShare, queueIsFull } from '../../queue-room.ts';
import { keepBytes, readStored } from '../../stored-bytes.ts';
import { goneFor, ownBytes, type Guards, type Job, type JobStore, type NewJob } from '../../store.ts';
import { blobsOf } from '../blob-uses.ts';
import { jobClaims } from './job-claims.ts';
import { fileBlobs, recordOf, type OutcomeColumn } from './job-rows.ts';
import { jobStatements } from './job-statements.ts';
import type { Parts } from '../parts.ts';
import { queueSignal } from './queue-signal.ts';
import { blobColumn, storedIn, parsed } from '../rows.ts';
import { settle } from '../transaction.ts';

/** Jobs in SQLite. They wait in the order of their turns and sequence numbers, which they keep for good. */
export function sqliteJobs(parts: Parts): JobStore {
  const { database, blobs, uses, guarded, reserve } = parts;
  const statements = jobStatements(database);
  const signal = queueSignal(database);

  async function submit(job: NewJob, limit: number, guards?: Guards<Job>): Promise<Job> {
    checkRoom(job.client, limit); // before a large request is written
    const request = await keepBytes(blobs, job.request);
    await blobs.hold(fileBlobs(job.files));
    const { id, client, tool, principal, retain, createdAt } = job;
    const submitted = guarded(guards, () => {
      checkRoom(client, limit);
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
      if (!row) throw new Error('SQLite answers no row of a job that it inserts.');
      return recordOf(row);
    });
    signal.queued();
    return submitted;
  }

  function checkRoom(client: string, limit: number): void {
    if (Number(statements.queued.get()?.number) < limit) return;
    const { own, others } = statements.queuedByClient.get({ client }) as { own: number; others: number };
    if (!isWithinShare({ own, others, limit })) throw queueIsFull();
  }

  async function find(client: string, id: string, now: number): Promise<Job | null> {
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

  function remove(client: string, id: string, now: number, guards?: Guards<Job | null>): Job | null {
    return guarded<Job | null>(guards, () => {
      const row = statements.remove.get({ client, id, now, goneFor });
      return row ? recordOf(row) : null;
    });
  }

  return {
    ...jobClaims(parts, statements, signal),
    checkRoom: (client, limit) => settle(() => checkRoom(client, limit)),
    submit: (job, limit, guards) => settle(() => submit(job, limit, guards)),
    find: (client, id, now) => settle(() => find(client, id, now)),
    remove: (client, id, now, guards) => settle(() => reserve.spend(() => remove(client, id, now, guards))),
    count: () =>
      settle(() => ({
        queued: Number(statements.queued.get()?.number),
        running: Number(statements.running.get()?.number),
      })),
    onQueued: (listener) => signal.listen(listener),
  };
}
