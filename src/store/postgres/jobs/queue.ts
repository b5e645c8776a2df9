import { randomUUID } from 'node:crypto';
import { PgBoss, type Db } from 'pg-boss';
import type { Log } from '../../../log.ts';
import type { Address } from '../address.ts';
import type { Queries } from '../database.ts';

const name = 'colophon-jobs';
const day = 86_400;

/** The job of an entry. */
export interface QueuedJob {
  readonly id: string;
  readonly turn: number;
}

/**
 * pg-boss in pull mode. It orders the entries that wait, gives each entry to one worker, and puts a failed one back at
 * its old place. Every call is part of the caller's transaction, so that the queue and the record of a job can't
 * disagree.
 *
 * Leases and attempts are not left to pg-boss, because their times come from the caller. Its own expiry (in seconds of
 * the server's clock, at most a day) and its retries are set so high that they do not interfere; `claim` handles an
 * entry that it still returns too early.
 */
export interface Queue {
  /** Adds an entry. Entries of an earlier turn are fetched first. */
  add(tx: Queries, entry: string, job: QueuedJob): Promise<void>;
  /**
   * Fetches the entry of the earliest turn that has waited longest; `null` = no entry waits that another transaction
   * has not just fetched.
   */
  fetch(tx: Queries): Promise<{ readonly entry: string; readonly job: string } | null>;
  /** Puts fetched entries back at their old place. */
  putBack(tx: Queries, entries: readonly string[]): Promise<void>;
  /** Marks entries as done. The record of the job has its result. */
  settle(tx: Queries, entries: readonly string[]): Promise<void>;
  /** Deletes entries, whether they wait or are fetched. */
  drop(tx: Queries, entries: readonly string[]): Promise<void>;
  /**
   * Adds entries for waiting jobs that pg-boss does not know, because an operator has emptied or restored its schema;
   * at most a thousand.
   */
  repair(tx: Queries): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the queue. pg-boss makes its own schema, `colophon_queue`, so only one node may call this at a time. */
export async function openQueue(address: Address, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    ...address.options,
    schema: 'colophon_queue',
    max: 2,
    schedule: false,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (error) => log.warn({ err: address.clean(error) }, 'pg-boss could not do its housekeeping'));
  boss.on('warning', ({ message }) => log.warn({ why: message }, 'pg-boss warns'));
  await boss.start();
  const lasting = {
    retryLimit: 1_000_000_000,
    expireInSeconds: day,
    retentionSeconds: 10 * 365 * day,
    deleteAfterSeconds: 3600,
  };
  await boss.createQueue(name, lasting);
  await boss.updateQueue(name, lasting);
  await boss.findJobs(name, { id: randomUUID() }); // pg-boss looks the queue up once, outside of the caller's transaction

  return {
    async add(tx, entry, { id, turn }) {
      await boss.send(name, { job: id }, { id: entry, priority: -turn, db: within(tx) });
    },
    async fetch(tx) {
      const [found] = await boss.fetch<{ job: string }>(name, { db: within(tx) });
      return found === undefined ? null : { entry: found.id, job: found.data.job };
    },
    async putBack(tx, entries) {
      if (entries.length > 0) await boss.fail(name, [...entries], null, { db: within(tx) });
    },
    async settle(tx, entries) {
      if (entries.length > 0) await boss.complete(name, [...entries], null, { db: within(tx) });
    },
    async drop(tx, entries) {
      if (entries.length > 0) await boss.deleteJob(name, [...entries], { db: within(tx) });
    },
    async repair(tx) {
      const { rows } = await tx.query<QueuedJob & { entry: string }>(
        `SELECT id, entry, turn FROM colophon.jobs WHERE status = 'queued' AND wake_at IS NULL AND coalesce((SELECT
          state >= 'active' FROM colophon_queue.job AS known WHERE name = $1 AND known.id = entry), true)
         ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED`,
        [name],
      );
      if (rows.length === 0) return;
      await boss.deleteJob(
        name,
        rows.map(({ entry }) => entry),
        { db: within(tx) },
      );
      await boss.insert(
        name,
        rows.map(({ id, entry, turn }) => ({ id: entry, data: { job: id }, priority: -turn })),
        { db: within(tx) },
      );
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

function within(tx: Queries): Db {
  return { executeSql: (text, values) => tx.query(text, values) };
}
