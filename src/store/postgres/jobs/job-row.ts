import type { PlainAppError } from '../../../problems.ts';
import { readStored } from '../../stored-bytes.ts';
import type { Blob, BlobStore } from '../../facets/blobs.ts';
import type { ClaimedJob, Job, JobFile, JobOutcome, JobStatus } from '../../facets/jobs.ts';
import { storedOf } from '../stored.ts';

/** A row of `jobs`, as `pg` reads it. */
export interface JobRow {
  readonly id: string;
  readonly entry: string;
  readonly client: string;
  readonly tool: string;
  readonly principal: string;
  readonly request: Buffer | null;
  readonly request_blob: Blob | null;
  readonly files: readonly JobFile[];
  readonly retain: number;
  readonly created_at: number;
  readonly status: JobStatus;
  readonly percent: number;
  readonly stage: string | null;
  readonly attempts: number;
  readonly claims: number;
  readonly turn: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly expires_at: number | null;
  readonly problem: PlainAppError | null;
  readonly outcome: Omit<JobOutcome, 'about'> | null;
  readonly about: Buffer | null;
  readonly about_blob: Blob | null;
}

/** The job of a row, without its outcome. */
export function jobOf(row: JobRow): Job {
  const {
    id,
    client,
    tool,
    status,
    percent,
    stage,
    attempts,
    created_at: createdAt,
    started_at: startedAt,
    finished_at: finishedAt,
    expires_at: expiresAt,
    problem,
  } = row;
  return {
    id,
    client,
    tool,
    status,
    percent,
    stage,
    attempts,
    createdAt,
    startedAt,
    finishedAt,
    expiresAt,
    problem,
    outcome: null,
  };
}

/** The outcome of a row; `null` = it has none. */
export async function outcomeOf(row: JobRow, blobs: Pick<BlobStore, 'read'>): Promise<JobOutcome | null> {
  if (row.outcome === null) return null;
  return { ...row.outcome, about: await readStored(blobs, storedOf(row.about, row.about_blob)) };
}

/** The claimed job of a row, with its request. */
export async function claimedOf(row: JobRow, blobs: Pick<BlobStore, 'read'>): Promise<ClaimedJob> {
  const { id, client, tool, principal, files, retain, created_at: createdAt, claims: attempt } = row;
  return {
    id,
    client,
    tool,
    principal,
    files,
    retain,
    createdAt,
    attempt,
    request: await readStored(blobs, storedOf(row.request, row.request_blob)),
  };
}
