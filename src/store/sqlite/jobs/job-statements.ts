import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { recordColumns } from './job-rows.ts';

/**
 * The columns of a job that ends. It is never run again, so its request is deleted, and `bytes` are those of its
 * outcome.
 */
const ended =
  'finished_at = :now, expires_at = :now + retain, worker = NULL, lease_until = NULL, request = NULL, ' +
  "request_blob = NULL, files = '[]', bytes = ";
/** A page of a list: the jobs after the job of `afterId`, or after the end of its millisecond if it was deleted. */
const page =
  '(expires_at IS NULL OR expires_at > :now) AND (created_at, seq) < (:afterTime, coalesce((SELECT seq FROM jobs ' +
  `WHERE id = :afterId AND client = :client), ${Number.MAX_SAFE_INTEGER})) ` +
  'ORDER BY created_at DESC, seq DESC LIMIT :limit';
const queuedAgain = "status = 'queued', percent = 0, worker = NULL, lease_until = NULL";
/** True for the last claim of a job that still runs. */
const held = "id = :id AND claims = :attempt AND status = 'running'";

/** The statements for jobs. */
export function jobStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  return {
    queued: prepare(`SELECT count(*) AS number FROM jobs WHERE status = 'queued'`),
    running: prepare(`SELECT count(*) AS number FROM jobs WHERE status = 'running'`),
    queuedByClient: prepare(`
      SELECT count(*) FILTER (WHERE client = :client) AS own, count(DISTINCT client) FILTER (WHERE client <> :client)
        AS others FROM jobs WHERE status = 'queued'`),
    submit: prepare(`
      INSERT INTO jobs (id, client, tool, principal, request, request_blob, files, bytes, retain, status, created_at,
        turn)
      VALUES (:id, :client, :tool, :principal, :request, :requestBlob, :files, :bytes, :retain, 'queued', :createdAt,
        max(
        coalesce((SELECT max(turn) FROM jobs WHERE claims > 0), 0),
        coalesce((SELECT min(turn) - 1 FROM jobs WHERE status = 'queued'), 0),
        coalesce((SELECT max(turn) FROM jobs WHERE client = :client) + 1, 0)))
      RETURNING ${recordColumns}`),
    keep: prepare(`
      INSERT INTO jobs (id, client, tool, principal, files, bytes, retain, status, percent, attempts, created_at,
        started_at, finished_at, expires_at, outcome, about, about_blob)
      VALUES (:id, :client, :tool, :principal, '[]', :bytes, :retain, 'succeeded', 100, 1, :createdAt, :createdAt,
        :createdAt, :createdAt + :retain, :outcome, :about, :aboutBlob)
      RETURNING ${recordColumns}`),
    find: prepare(
      `SELECT ${recordColumns}, outcome, about, about_blob FROM jobs WHERE id = :id AND client = :client AND ` +
        '(expires_at IS NULL OR expires_at + :goneFor > :now)',
    ),
    list: prepare(`SELECT ${recordColumns}, outcome FROM jobs WHERE client = :client AND ${page}`),
    listByStatus: prepare(
      `SELECT ${recordColumns}, outcome FROM jobs WHERE client = :client AND status = :status AND ${page}`,
    ),
    remove: prepare(
      'DELETE FROM jobs WHERE id = :id AND client = :client AND (expires_at IS NULL OR expires_at + :goneFor > ' +
        `:now) RETURNING ${recordColumns}`,
    ),
    ...claimStatements(prepare),
  };
}

/** The statements of workers. */
function claimStatements(prepare: (sql: string) => StatementSync) {
  return {
    /** Finds out without the write lock whether a claim can change anything. */
    claimable: prepare(`
      SELECT 1 FROM jobs WHERE status = 'queued' AND not_before <= :now
      UNION ALL SELECT 1 FROM jobs WHERE status = 'running' AND lease_until <= :now LIMIT 1`),
    failLapsed: prepare(
      `UPDATE jobs SET status = 'failed', problem = :lost, ${ended} 0 WHERE status = 'running' AND lease_until ` +
        '<= :now AND (attempts >= :maxAttempts OR lost_runs + 1 >= :maxLostRuns)',
    ),
    requeueLapsed: prepare(
      `UPDATE jobs SET ${queuedAgain}, lost_runs = lost_runs + 1 WHERE status = 'running' AND lease_until <= :now`,
    ),
    claim: prepare(`
      UPDATE jobs SET status = 'running', attempts = attempts + 1, claims = claims + 1, worker = :worker, lease_until
        = :leaseUntil, started_at = :now
      WHERE seq = (SELECT seq FROM jobs WHERE status = 'queued' AND not_before <= :now ORDER BY turn, seq LIMIT 1)
      RETURNING id, client, tool, principal, request, request_blob, files, retain, created_at, claims`),
    renew: prepare(
      `UPDATE jobs SET lease_until = :leaseUntil, percent = :percent, stage = coalesce(:stage, stage) WHERE ${held}`,
    ),

    succeed: prepare(
      `UPDATE jobs SET status = 'succeeded', percent = 100, outcome = :outcome, about = :about, about_blob = ` +
        `:aboutBlob, ${ended} :bytes WHERE ${held}`,
    ),
    fail: prepare(`UPDATE jobs SET status = 'failed', problem = :problem, ${ended} 0 WHERE ${held}`),
    failLast: prepare(
      `UPDATE jobs SET status = 'failed', problem = :problem, ${ended} 0 WHERE ${held} AND attempts >= :maxAttempts`,
    ),
    giveBack: prepare(
      `UPDATE jobs SET ${queuedAgain}, not_before = :notBefore, attempts = attempts - :uncounted WHERE ${held}`,
    ),
  };
}

/** The prepared statements of the table `jobs`, by purpose. */
export type JobStatements = ReturnType<typeof jobStatements>;
