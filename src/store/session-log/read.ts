import { AppError } from '../../problems.ts';
import type { StoredOperation, Wanted } from '../facets/sessions.ts';
import type { BlobStore } from '../facets/blobs.ts';
import { readStored } from '../stored-bytes.ts';
import { indexOf, storedOf } from './entries.ts';
import { oldestOf } from './history.ts';
import { rowOf, rowsOf, type Row, type Work } from './queries.ts';
import { assetsAt } from './assets.ts';
import { sessionOf, type StoredSession } from './session-row.ts';

/** A column of the content of an entry `e`. A subquery reads the index once per entry, whatever the statistics are. */
const ofContent = (column: string): string =>
  `(SELECT c.${column} FROM session_contents c WHERE c.session = e.session AND c.content = e.content) AS ${column}`;
const columns = `e.operation_id, e.place, e.bytes, ${ofContent('operation')}, ${ofContent('blob_sha256')}`;
const ofEntry = 'e.session = :session AND e.added <= :revision AND (e.removed IS NULL OR e.removed > :revision)';

/**
 * The rows of operations at a revision, within a transaction or a snapshot. Throws as `SessionStore.operations` does.
 */
export function* operationRows({ id, revision, from, limit }: Wanted): Work<readonly Row[]> {
  const session = yield* sessionWith(id, revision);
  const rows = yield* rowsOf(
    `SELECT ${columns} FROM (SELECT * FROM session_entries e WHERE ${ofEntry} ORDER BY place LIMIT :limit OFFSET ` +
      ':from) e ORDER BY e.place',
    { session: id, revision, limit, from },
  );
  if (rows.length === 0 && session.revision === revision && from < session.operations && limit > 0) throw gone();
  return rows;
}

/** The rows of the assets at a revision. Throws as `SessionStore.assets` does. */
export function* assetRows(id: string, revision: number): Work<readonly Row[]> {
  yield* sessionWith(id, revision);
  return yield* assetsAt(id, revision);
}

/** The session, which still has its content of this revision. */
function* sessionWith(id: string, revision: number): Work<StoredSession> {
  const row = yield* rowOf('SELECT * FROM sessions WHERE id = :id', { id });
  if (row === undefined) throw gone();
  const session = sessionOf(row);
  if (revision < oldestOf(session.history, session.revision))
    throw new AppError('session-conflict', 'The session has changed so often meanwhile that this revision is gone.');
  return session;
}

/** The row of one operation that is there now, and its place in the list; `null` = there is none. */
export function* operationRow(
  id: string,
  operationId: string,
): Work<{ readonly row: Row; readonly index: number } | null> {
  const row = yield* rowOf(
    `SELECT ${columns} FROM session_entries e WHERE e.session = :session AND e.removed IS NULL AND e.operation_id = ` +
      ':operationId',
    { session: id, operationId },
  );
  return row === undefined ? null : { row, index: yield* indexOf(id, String(row.place)) };
}

/** The operations of rows, with the bytes of their blobs. */
export async function operationsOf(
  rows: readonly Row[],
  blobs: Pick<BlobStore, 'read'>,
): Promise<readonly StoredOperation[]> {
  const operations: StoredOperation[] = [];
  for (const row of rows)
    operations.push({ operationId: String(row.operation_id), json: await readStored(blobs, storedOf(row)) });
  return operations;
}

function gone(): AppError {
  return new AppError('session-not-found', 'The session has been deleted, or has expired, meanwhile.');
}
