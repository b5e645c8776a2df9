import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';
import { transaction } from './transaction.ts';

/**
 * Milliseconds that a process waits for the write lock. The whole process waits, because node:sqlite is synchronous. A
 * commit takes less than one millisecond.
 */
const lockTimeoutMs = 5000;

/**
 * Opens the database of the embedded store and updates its schema. Committed rows survive `kill -9` and a power cut
 * (write-ahead log, flushed at every commit). Several processes may open it.
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // independent of the umask, because requests may contain passwords; SQLite gives its other files the same mode
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, {
    timeout: lockTimeoutMs,
    defensive: true,
    enableForeignKeyConstraints: true,
  });
  try {
    // deleted rows may have contained passwords
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs each step in a transaction of its own, under the write lock. Processes that start together take turns. */
function migrate(database: DatabaseSync): void {
  for (let version = versionOf(database); version < migrations.length; version = versionOf(database)) {
    transaction(database, () => {
      const current = versionOf(database);
      const step = migrations[current];
      if (step !== undefined) database.exec(`${step} PRAGMA user_version = ${current + 1};`);
    });
  }
  if (versionOf(database) > migrations.length)
    throw new Error(
      `The store in SERVICE_DATA_DIR was written by a newer version (schema ${versionOf(database)}, this one ` +
        `knows ${migrations.length}).`,
    );
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
