import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../problems.ts';

/**
 * Result codes of SQLite (sqlite.org/rescode.html) for a disk that is full or can't be reached, and for a lock that
 * somebody holds for too long.
 */
const unwilling: ReadonlyMap<number, string> = new Map([
  [5, 'another process holds the store'],
  [8, 'the disk is read-only'],
  [10, 'the disk fails'],
  [13, 'the disk is full'],
  [14, 'its files can not be opened'],
]);

/**
 * All or nothing, under the write lock from the start: what is read in it stays true until it is committed. Durable
 * when it returns.
 */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK'); // a full disk may have rolled it back already
    throw error;
  }
}

/**
 * node:sqlite is synchronous; what it throws becomes a rejection, with AppError `not-ready` where the store has no room
 * or can't be reached.
 */
export function settle<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise<T>((resolve) => resolve(work())).catch((error: unknown) => {
    throw storeProblem(error);
  });
}

function storeProblem(error: unknown): unknown {
  const why = error instanceof Error && 'errcode' in error ? unwilling.get(Number(error.errcode) & 0xff) : undefined;
  if (why === undefined) return error;
  return new AppError(
    'not-ready',
    `The service can not store anything at the moment: ${why}. Nothing was kept of this request; send it again.`,
    { cause: error },
  );
}
