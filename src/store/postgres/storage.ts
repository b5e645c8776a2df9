import type { StorageStore } from '../facets/storage.ts';
import { only, type Queries } from './database.ts';

/** Milliseconds for which the count of a client holds that has stored less than half of its quota. */
const holdsMs = 1000;
/** The number of clients whose counts are stored. */
const maxClients = 10_000;

/** The storage of clients, as a sum over indexes alone. A counter for each client would serialize its transactions. */
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
