import { goneFor } from '../facets/jobs.ts';
import { only, type Database, type Queries } from './database.ts';
import type { Queue } from './jobs/queue.ts';

/** The number of the advisory lock of the sweeping node. Other nodes skip their sweep meanwhile. */
const sweepLock = 7_106_672;

/** Deletes expired rows; resolves with the number of deleted records. */
export function sweepRows(database: Database, queue: Queue, now: number): Promise<number> {
  return database.transaction(async (tx) => {
    const { ours } = only(
      await tx.query<{ ours: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS ours', [sweepLock]),
    );
    if (!ours) return 0;
    await tx.query('DELETE FROM colophon.rate_hits WHERE leaves_at <= $1', [now]);
    await dropExpiredResults(tx, now);
    await queue.repair(tx);
    let gone = 0;
    for (const [table, before] of [
      ['idempotency', now],
      ['approvals', now],
      ['jobs', now - goneFor],
      ['sessions', now - goneFor],
    ] as const) {
      gone += (await tx.query(`DELETE FROM colophon.${table} WHERE expires_at <= $1`, [before])).count;
    }
    return gone;
  });
}

/** Deletes the contents of expired records, which are remembered for some time. */
async function dropExpiredResults(tx: Queries, now: number): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'UPDATE colophon.jobs SET outcome = NULL, about = NULL, about_blob = NULL, bytes = 0 WHERE expires_at <= ' +
      '$1 AND outcome IS NOT NULL RETURNING id',
    [now],
  );
  await tx.query('DELETE FROM colophon.job_blobs WHERE job_id = ANY($1)', [rows.map(({ id }) => id)]);
  await tx.query(
    "UPDATE colophon.sessions SET bytes = 0, document = '{}', output = '{}' WHERE expires_at <= $1 AND bytes > 0",
    [now],
  );
  for (const table of ['session_entries', 'session_contents', 'session_options', 'session_assets', 'session_uses'])
    await tx.query(
      `DELETE FROM colophon.${table} AS held USING colophon.sessions WHERE held.session = sessions.id AND ` +
        'sessions.expires_at <= $1',
      [now],
    );
}

/** Returns those of the digests that a row names. */
export async function namedBlobs(queries: Queries, digests: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await queries.query<{ sha256: string }>(
    `SELECT sha256 FROM colophon.job_blobs WHERE sha256 = ANY($1)
     UNION SELECT blob_sha256 FROM colophon.session_contents WHERE blob_sha256 = ANY($1)
     UNION SELECT body_blob->>'sha256' FROM colophon.idempotency WHERE body_blob IS NOT NULL AND body_blob->>'sha256'
       = ANY($1)`,
    [digests],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}
