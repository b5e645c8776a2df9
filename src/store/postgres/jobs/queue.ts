import { randomUUID } from 'node:crypto';
import { PgBoss, type Db } from 'pg-boss';
import type { Log } from '../../../log.ts';
import type { Address } from '../address.ts';
import type { Queries } from '../database.ts';

const name = 'colophon-jobs';
const day = 86_400;

export interface QueuedJob {
  readonly id: string;
  readonly turn: number;
}

/**
 * pg-boss, in pull mode: it keeps the order of what waits, hands every entry to one worker however many ask, and puts
 * one back at its old place. Every call is part of the caller's transaction, so that the queue and the record of a job
 * can't disagree.
 *
 * What is not left to it: leases and attempts, whose times come from the caller. So its own expiry (in seconds of the
 * server's clock, a day at the most) and its retries are out of the way, and what it might still return too early is
 * met by `claim`.
 */
export interface Queue {
  /** Entries of an earlier turn are fetched first. */
  add(tx: Queries, entry: string, job: QueuedJob): Promise<void>;
  /**
   * The entry of the earliest turn that has waited longest, now fetched; `null` = none waits that nobody else has just
   * fetched.
   */
  fetch(tx: Queries): Promise<{ readonly entry: string; readonly job: string } | null>;
  /** Lets fetched entries wait again, at their old place. */
  putBack(tx: Queries, entries: readonly string[]): Promise<void>;
  /** These are done, however it went: that is in the record of the job. */
  settle(tx: Queries, entries: readonly string[]): Promise<void>;
  drop(tx: Queries, entries: readonly string[]): Promise<void>;
  /**
   * Adds again what waits by the record, and of which pg-boss knows nothing (an operator has emptied or restored its
   * schema); at most a thousand.
   */
  repair(tx: Queries): Promise<void>;
  stop(): Promise<void>;
}

/** To be called by one node at a time: pg-boss makes its own schema, `colophon_queue`. */
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
  await boss.findJobs(name, { id: randomUUID() }); // it looks the queue up once, outside of the caller's transaction

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
        `SELECT job.id, job.entry, job.turn FROM colophon.jobs AS job LEFT JOIN colophon_queue.job AS known ON
          known.name = $1 AND known.id = job.entry
         WHERE job.status = 'queued' AND job.wake_at IS NULL AND (known.id IS NULL OR known.state >= 'active') ORDER
           BY job.created_at LIMIT 1000 FOR UPDATE OF job SKIP LOCKED`,
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
