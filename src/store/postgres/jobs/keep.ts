import { sizeOf } from '../../facets/blobs.ts';
import type { Job, JobOutcome, KeptJob } from '../../facets/jobs.ts';
import { storeBytes } from '../../stored-bytes.ts';
import { only } from '../database.ts';
import type { JobParts } from './job-parts.ts';
import { jobOf, type JobRow } from './job-row.ts';
import { nameBlobs } from './submit.ts';

/** Adds a job that has succeeded without the queue (`JobStore.keep`). pg-boss never learns of it. */
export async function keepJob(
  { database, blobs }: Pick<JobParts, 'database' | 'blobs'>,
  { id, client, tool, principal, retain, createdAt }: KeptJob,
  outcome: JobOutcome,
): Promise<Job> {
  const { about, ...column } = outcome;
  const stored = await storeBytes(blobs, about);
  await blobs.hold(outcome.parts);
  const named = [...outcome.parts, ...(stored.blob === null ? [] : [stored.blob])].map(({ sha256 }) => sha256);
  return database.transaction(async (tx) => {
    const inserted = await tx.query<JobRow>(
      'INSERT INTO colophon.jobs (id, client, tool, principal, files, retain, status, percent, attempts, created_at, ' +
        `started_at, finished_at, expires_at, outcome, about, about_blob, bytes) VALUES ($1, $2, $3, $4, '[]', ` +
        `$5::bigint, 'succeeded', 100, 1, $6::bigint, $6, $6, $6 + $5, $7, $8, $9, $10) RETURNING *`,
      [
        id,
        client,
        tool,
        principal,
        retain,
        createdAt,
        JSON.stringify(column),
        stored.inline,
        stored.blob,
        about.byteLength + sizeOf(outcome.parts),
      ],
    );
    await nameBlobs(tx, id, named);
    return { ...jobOf(only(inserted)), outcome };
  });
}
