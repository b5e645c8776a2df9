import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../problems.ts';

/**
 * Result codes of SQLite (sqlite.org/rescode.html) for a disk that is full or can't be reached, and for a lock that
 * another process holds for too long.
 */
const fullOrUnreachable: ReadonlyMap<number, string> = new Map([
  [5, 'another process holds the store'],
  [8, 'the disk is read-only'],
  [10, 'the disk fails'],
  [13, 'the disk is full'],
  [14, 'its files can not be opened'],
]);

/**
 * Runs `work` in a transaction that has the write lock from its start, so values that it reads stay current until the
 * commit. The commit is durable when the function returns.
 */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK'); // a full disk may have caused a rollback already
    throw error;
  }
}

/**
 * Runs synchronous work of node:sqlite and turns errors into rejections, with AppError `not-ready` when the store is
 * full or can't be reached.
 */
export function settle<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise<T>((resolve) => resolve(work())).catch((error: unknown) => {
    throw storeProblem(error);
  });
}

function storeProblem(error: unknown): unknown {
  const why =
    error instanceof Error && 'errcode' in error ? fullOrUnreachable.get(Number(error.errcode) & 0xff) : undefined;
  if (why === undefined) return error;
  return new AppError(
    'not-ready',
    `The service can not store anything at the moment: ${why}. Nothing of this request was stored; send it again.`,
    { cause: error },
  );
}
