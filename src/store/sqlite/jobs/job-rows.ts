import type { Blob } from '../../facets/blobs.ts';
import type { ClaimedJob, Job, JobFile, JobOutcome, JobStatus } from '../../facets/jobs.ts';
import type { PlainAppError } from '../../../problems.ts';
import { numberOrNull, parsed, textOrNull, type Row } from '../rows.ts';

/** The columns of the record of a job. */
export const recordColumns =
  'id, client, tool, status, percent, stage, attempts, created_at, started_at, finished_at, expires_at, problem';

/** An outcome as JSON in its column; `about` has columns of its own. */
export type OutcomeColumn = Omit<JobOutcome, 'about'>;

/** The record of a job, without its outcome. */
export function recordOf(row: Row): Job & { readonly outcome: null } {
  const problem = textOrNull(row.problem);
  return {
    id: String(row.id),
    client: String(row.client),
    tool: String(row.tool),
    status: row.status as JobStatus,
    percent: Number(row.percent),
    stage: textOrNull(row.stage),
    attempts: Number(row.attempts),
    createdAt: Number(row.created_at),
    startedAt: numberOrNull(row.started_at),
    finishedAt: numberOrNull(row.finished_at),
    expiresAt: numberOrNull(row.expires_at),
    problem: problem === null ? null : (parsed(problem) as PlainAppError),
    outcome: null,
  };
}

/** A claimed job, without its request. */
export function claimOf(row: Row): Omit<ClaimedJob, 'request'> {
  return {
    id: String(row.id),
    attempt: Number(row.claims),
    client: String(row.client),
    tool: String(row.tool),
    principal: String(row.principal),
    files: parsed(row.files) as JobFile[],
    retain: Number(row.retain),
    createdAt: Number(row.created_at),
  };
}

/** The blobs that store these files, in the same order. */
export function fileBlobs(files: readonly JobFile[]): readonly Blob[] {
  return files.map(({ blob }) => blob);
}
