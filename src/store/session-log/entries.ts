import type { OperationContent } from '../facets/sessions.ts';
import type { StoredBytes } from '../stored-bytes.ts';
import { lengthOf } from '../stored-bytes.ts';
import { insertRows, numberOf, rowOf, rowsOf, type Row, type Work } from './queries.ts';

/**
 * The rows of operations. A row of `session_entries` is an operation in a place, for the revisions from `added` to
 * before `removed` (NULL = it is there now). So the content of an earlier revision is found by a comparison, and a
 * change that is undone costs as many rows as it touched. `session_contents` has what entries of several revisions
 * share.
 */

/** An operation in a place. */
export interface Entry {
  readonly operationId: string;
  readonly place: string;
  /** The content of the entry, in `session_contents`. */
  readonly content: string;
  readonly anchor: string | null;
  readonly font: string | null;
  readonly bytes: number;
}

const columns = 'operation_id, place, content, anchor, font, bytes';
/** The entries that are there now. */
export const now = 'session = :session AND removed IS NULL';
/** The entries that were there at `:revision`. */
export const then = 'session = :session AND added <= :revision AND (removed IS NULL OR removed > :revision)';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The entry of a row. */
export function entryOf(row: Row): Entry {
  return {
    operationId: String(row.operation_id),
    place: String(row.place),
    content: String(row.content),
    anchor: textOrNull(row.anchor),
    font: textOrNull(row.font),
    bytes: Number(row.bytes),
  };
}

/** The entry of an operation that is there now. */
export function* entryNow(session: string, operationId: string): Work<Entry | undefined> {
  const sql = `SELECT ${columns} FROM session_entries WHERE ${now} AND operation_id = :operationId`;
  const row = yield* rowOf(sql, { session, operationId });
  return row && entryOf(row);
}

/** The place in the list, from 0. */
export function* indexOf(session: string, place: string): Work<number> {
  return yield* numberOf(`SELECT count(*) AS n FROM session_entries WHERE ${now} AND place < :place`, {
    session,
    place,
  });
}

/** Puts entries into the list at a revision. */
export function* addEntries(session: string, revision: number, entries: readonly Entry[]): Work<void> {
  yield* insertRows(
    'session_entries',
    ['session', 'place', 'added', 'operation_id', 'content', 'anchor', 'font', 'bytes'],
    entries.map(({ operationId, place, content, anchor, font, bytes }) => [
      ...[session, place, revision, operationId],
      ...[content, anchor, font, bytes],
    ]),
  );
}

/** Takes the entry of an operation out of the list at a revision. */
export function* endEntry(session: string, revision: number, operationId: string): Work<void> {
  const sql = `UPDATE session_entries SET removed = :revision WHERE ${now} AND operation_id = :operationId`;
  yield* rowsOf(sql, { session, revision, operationId });
}

/** Stores contents, to which entries and assets refer by `content`. */
export function* addContents(
  session: string,
  contents: readonly { readonly content: string; readonly stored: StoredBytes }[],
): Work<void> {
  yield* insertRows(
    'session_contents',
    ['session', 'content', 'operation', 'blob_sha256', 'bytes'],
    contents.map(({ content, stored }) => [
      ...[session, content],
      ...[stored.inline, stored.blob === null ? null : stored.blob.sha256, lengthOf(stored)],
    ]),
  );
}

/** The entry of an operation with this content. */
export function newEntry(
  { operationId, place, content }: Pick<Entry, 'operationId' | 'place' | 'content'>,
  { anchor, font }: OperationContent,
  stored: StoredBytes,
): Entry {
  return { operationId, place, content, anchor, font, bytes: lengthOf(stored) };
}

/** The stored bytes of the columns of `session_contents`. */
export function storedOf({ operation, blob_sha256: sha256, bytes }: Row): StoredBytes {
  if (typeof sha256 === 'string') return { inline: null, blob: { sha256, size: Number(bytes) } };
  return { inline: operation instanceof Uint8Array ? operation : new Uint8Array(), blob: null };
}

/** The place of the entry that has an anchor; `null` = it is free, but for the operation `except`. */
export function* anchorIndex(session: string, anchor: string, except: string): Work<number | null> {
  const sql = `SELECT place FROM session_entries WHERE ${now} AND anchor = :anchor AND operation_id <> :except LIMIT 1`;
  const row = yield* rowOf(sql, { session, anchor, except });
  return row === undefined ? null : yield* indexOf(session, String(row.place));
}
