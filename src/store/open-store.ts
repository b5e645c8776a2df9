import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { openBlobFolder } from './blobs/blob-folder.ts';
import { openSqliteStore } from './sqlite/sqlite.ts';
import type { Store } from './store.ts';

/**
 * Opens the store of the settings: PostgreSQL with `SERVICE_DATABASE_URL`, else the embedded one. Rejects with a
 * message for the operator.
 */
export async function openStore(
  { dataDir, blobDir, databaseUrl }: Pick<Config, 'dataDir' | 'blobDir' | 'databaseUrl'>,
  log: Log,
): Promise<Store> {
  const blobs = usable(
    blobDir === null ? 'SERVICE_DATA_DIR' : 'SERVICE_BLOB_DIR',
    blobDir ?? join(dataDir, 'blobs'),
    openBlobFolder,
  );
  if (databaseUrl === null)
    return usable('SERVICE_DATA_DIR', dataDir, (folder) => openSqliteStore(join(folder, 'colophon.db'), blobs));
  const { openPostgresStore } = await import('./postgres/postgres.ts'); // a single machine does not load the driver
  return openPostgresStore({ url: databaseUrl, blobs, log });
}

function usable<T>(setting: string, folder: string, open: (folder: string) => T): T {
  try {
    return open(folder);
  } catch (cause) {
    throw new Error(`The folder of ${setting} (${folder}) can not be used: ${wordsOf(cause)}.`, { cause });
  }
}

/** The message of an error of the system, without its code and path. */
export function wordsOf(cause: unknown): string {
  return cause instanceof Error
    ? cause.message.replace(/^(?:listen )?E[A-Z]+: /, '').replace(/, (?:mkdir|open) .*/s, '')
    : String(cause);
}
