import { AppError } from '../../../problems.ts';
import type { ListedJob } from '../../../store/facets/jobs.ts';
import { problemDocument } from '../../../problems/problem-document.ts';
import { apiBase } from '../route.ts';

/** Path of a job. */
export function jobPath(id: string): string {
  return `${apiBase}/jobs/${id}`;
}

/** A job as clients see it (docs/spec/jobs-and-sessions.md); a field without a value yet is `null`. */
export function jobJson(job: ListedJob, problemBase: string): object {
  const { id, tool, status, percent, stage, attempts, problem, outcome } = job;
  return {
    id,
    tool,
    status,
    progress: { percent: Math.floor(percent), stage: status === 'running' ? stage : null },
    attempts,
    createdAt: time(job.createdAt),
    startedAt: time(job.startedAt),
    finishedAt: time(job.finishedAt),
    expiresAt: time(job.expiresAt),
    error: problem && problemDocument(AppError.fromPlain(problem), { base: problemBase, instance: id }),
    result: outcome && {
      contentType: outcome.contentType,
      bytes: outcome.bytes,
      sha256: outcome.sha256,
      href: `${jobPath(id)}/result`,
    },
  };
}

function time(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
