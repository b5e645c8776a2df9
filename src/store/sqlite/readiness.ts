import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../problems.ts';

/**
 * Returns a check that rows can be written, and that the next start will find them: a database whose folder was deleted
 * or replaced still takes rows. The check throws AppError `not-ready` or the error of SQLite.
 */
export function readiness(database: DatabaseSync, file: string): () => void {
  const opened = statSync(file).ino;
  const write = database.prepare(
    'INSERT INTO written (id, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at',
  );
  return () => {
    if (statSync(file, { throwIfNoEntry: false })?.ino !== opened)
      throw new AppError('not-ready', 'The database file in SERVICE_DATA_DIR was deleted.');
    write.run(Date.now());
  };
}
