import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';
import { transaction } from './transaction.ts';

/**
 * Milliseconds that a process waits for its turn to write; the whole process, as node:sqlite is synchronous. A commit
 * takes less than one.
 */
const patience = 5000;

/**
 * Opens the database of the embedded store, and brings its schema up to date. What is committed survives `kill -9` and
 * a power cut (write-ahead log, flushed at every commit). Several processes may have it open.
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // whatever the umask says: what clients send may hold passwords; SQLite gives its other files the same mode
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: patience, defensive: true, enableForeignKeyConstraints: true });
  try {
    // what is deleted may have held passwords
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Each step in a transaction of its own, under the write lock: two processes that start together take turns. */
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
