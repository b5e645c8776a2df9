import type { StorageStore } from '../facets/storage.ts';
import { only, type Queries } from './database.ts';

/** How long a count holds of a client that has stored less than half of what it may. Milliseconds. */
const holdsMs = 1000;
/** Clients whose counts are remembered. */
const maxClients = 10_000;

/**
 * What clients have stored. A sum over indexes alone: a counter of each client would make its transactions wait for
 * each other.
 */
export function postgresStorage(queries: Queries): StorageStore {
  const counts = new Map<string, { readonly bytes: number; readonly until: number }>();
  const tables = ['jobs', 'sessions', 'idempotency']
    .map((table) => `SELECT bytes, expires_at FROM colophon.${table} WHERE client = $1 AND bytes > 0`)
    .join(' UNION ALL ');
  return {
    async usedBytes(client, limitBytes) {
      const known = counts.get(client);
      if (known !== undefined && performance.now() < known.until && known.bytes < limitBytes / 2) return known.bytes;
      const { bytes } = only(
        await queries.query<{ bytes: number }>(
          `SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM (${tables}) AS stored`,
          [client],
        ),
      );
      if (counts.size >= maxClients) counts.clear();
      counts.set(client, { bytes, until: performance.now() + holdsMs });
      return bytes;
    },
    async nextExpiry(client, now) {
      const found = await queries.query<{ at: number | null }>(
        `SELECT min(expires_at) AS at FROM (${tables}) AS stored WHERE expires_at > $2`,
        [client, now],
      );
      return only(found).at;
    },
  };
}
