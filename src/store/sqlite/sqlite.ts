import type { Store } from '../store.ts';
import { openDatabase } from './database.ts';
import { sqliteIdempotency } from './idempotency.ts';

/** Opens the embedded store in `file`, which is made if need be. */
export function openSqliteStore(file: string): Store {
  const database = openDatabase(file);
  const expired = database.prepare('DELETE FROM idempotency WHERE expires_at <= ?');
  return {
    idempotency: sqliteIdempotency(database),
    sweep: (now) => Promise.resolve(Number(expired.run(now).changes)),
    close() {
      database.close();
      return Promise.resolve();
    },
  };
}
