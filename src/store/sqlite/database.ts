import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The schema, one step a version: a step that has been released is never changed, only followed by another. */
const migrations: readonly string[] = [
  `CREATE TABLE idempotency (
     client TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, key TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     claim TEXT NOT NULL,
     lease_until INTEGER,
     status INTEGER, headers TEXT, body BLOB,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (client, method, path, key)
   ) STRICT;
   CREATE INDEX idempotency_expiry ON idempotency (expires_at);`,
];

/**
 * Opens the database of the embedded store, and brings its schema up to date. What is committed survives `kill -9` and a power cut
 * (write-ahead log, flushed at every commit).
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 5000, defensive: true, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  migrate(database);
  return database;
}

/** Each step in a transaction of its own, under the write lock: two processes that start together take turns. */
function migrate(database: DatabaseSync): void {
  for (let version = versionOf(database); version < migrations.length; version = versionOf(database)) {
    database.exec('BEGIN IMMEDIATE');
    try {
      const current = versionOf(database);
      const step = migrations[current];
      if (step !== undefined) database.exec(`${step} PRAGMA user_version = ${current + 1};`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
  if (versionOf(database) > migrations.length) throw new Error(`The store in SERVICE_DATA_DIR was written by a newer version (schema ${versionOf(database)}, this one knows ${migrations.length}).`);
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
