import type { DatabaseSync } from 'node:sqlite';
import type { StorageStore } from '../facets/storage.ts';
import { numberOrNull } from './rows.ts';
import { settle } from './transaction.ts';

/** The storage of clients in SQLite. Triggers keep the sums. */
export function sqliteStorage(database: DatabaseSync): StorageStore {
  const used = database.prepare('SELECT bytes FROM client_bytes WHERE client = ?');
  const earliest = (table: string): string =>
    `SELECT min(expires_at) AS at FROM ${table} WHERE client = :client AND bytes > 0 AND expires_at > :now`;
  const next = database.prepare(
    `SELECT min(at) AS at FROM (${['jobs', 'sessions', 'idempotency'].map(earliest).join(' UNION ALL ')})`,
  );
  return {
    usedBytes: (client) => settle(() => Number(used.get(client)?.bytes ?? 0)),
    nextExpiry: (client, now) => settle(() => numberOrNull(next.get({ client, now })?.at)),
  };
}
