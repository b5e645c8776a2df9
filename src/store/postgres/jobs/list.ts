import type { JobPage, ListedJob } from '../../facets/jobs.ts';
import type { Queries } from '../database.ts';
import { jobOf, type JobRow } from './job-row.ts';

/** The columns of the record and the outcome. The request and its files are not read. */
const columns =
  'id, client, tool, status, percent, stage, attempts, created_at, started_at, finished_at, expires_at, problem, outcome';

/** Reads one page of the list of the jobs of a client (`JobStore.list`). */
export async function listJobs(queries: Queries, page: JobPage, now: number): Promise<readonly ListedJob[]> {
  const { client, status, after, limit } = page;
  const { rows } = await queries.query<JobRow>(
    `SELECT ${columns} FROM colophon.jobs WHERE client = $1 ${status === null ? '' : 'AND status = $6'}
       AND (expires_at IS NULL OR expires_at > $2)
       AND (created_at, seq) < ($3, coalesce((SELECT seq FROM colophon.jobs WHERE id = $4 AND client = $1),
         ${Number.MAX_SAFE_INTEGER}))
     ORDER BY created_at DESC, seq DESC LIMIT $5`,
    [
      client,
      now,
      after?.createdAt ?? Number.MAX_SAFE_INTEGER,
      after?.id ?? '',
      limit,
      ...(status === null ? [] : [status]),
    ],
  );
  return rows.map((row) => ({ ...jobOf(row), outcome: row.outcome }));
}
