import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { goneFor } from '../facets/jobs.ts';

/** Rows that one statement changes at most, so that requests run in between. */
const maxCount = 200;

/**
 * The statements of a sweep. First contents are removed at their expiry, then rows some time later. Only the rows are
 * counted.
 */
const dropped: readonly string[] = [
  'UPDATE jobs SET outcome = NULL, about = NULL, about_blob = NULL, bytes = 0 WHERE seq IN (SELECT seq FROM ' +
    `jobs WHERE expires_at <= :now AND outcome IS NOT NULL LIMIT ${maxCount})`,
  "UPDATE sessions SET bytes = 0, document = '{}', output = '{}' WHERE seq IN (SELECT seq FROM sessions WHERE " +
    `expires_at <= :now AND bytes > 0 LIMIT ${maxCount})`,
  ...['session_entries', 'session_contents', 'session_options', 'session_assets', 'session_uses'].map(
    (table) =>
      `DELETE FROM ${table} WHERE rowid IN (SELECT held.rowid FROM sessions s JOIN ${table} held ON held.session = s.id ` +
      `WHERE s.expires_at <= :now LIMIT ${maxCount})`,
  ),
];
const deleted: readonly (readonly [table: string, goneFor: number])[] = [
  ['jobs', goneFor],
  ['sessions', goneFor],
  ['idempotency', 0],
  ['approvals', 0],
];

/**
 * Returns a function that removes what has expired and resolves with the number of deleted rows. Each statement is a
 * commit of its own, so several processes may sweep at once.
 */
export function expiry(database: DatabaseSync): (now: number) => Promise<number> {
  const drops = dropped.map((sql) => database.prepare(sql));
  const deletes = deleted.map(([table, after]) => ({ statement: database.prepare(deleteExpired(table)), after }));

  async function repeat(run: () => number | bigint): Promise<number> {
    let total = 0;
    for (let changes = maxCount; changes === maxCount; total += changes) {
      changes = Number(run());
      await turn();
    }
    return total;
  }

  return async (now) => {
    for (const statement of drops) await repeat(() => statement.run({ now }).changes);
    let total = 0;
    for (const { statement, after } of deletes)
      total += await repeat(() => statement.run({ before: now - after }).changes);
    return total;
  };
}

function deleteExpired(table: string): string {
  const key = table === 'idempotency' ? 'rowid' : table === 'approvals' ? 'id' : 'seq';
  return `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE expires_at <= :before LIMIT ${maxCount})`;
}
