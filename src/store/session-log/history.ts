import { retainedSteps } from '../facets/sessions.ts';
import { addEntry, entryOf, now, type Entry } from './entries.ts';
import { restoreAssets } from './assets.ts';
import { rowOf, rowsOf, type Work } from './queries.ts';

/** The revisions whose content can be restored, the last one first to be restored. */
export interface History {
  readonly undo: readonly number[];
  readonly redo: readonly number[];
}

/** `document`, `output` and `ttl` of a session. */
export interface Options {
  readonly document: string;
  readonly output: string;
  readonly ttl: number;
}

/** The history after a change of the content of this revision. What was undone can no longer be redone. */
export function afterChange({ undo }: History, revision: number): History {
  return { undo: [...undo, revision].slice(-retainedSteps), redo: [] };
}

/** The oldest revision whose content is retained. */
export function oldestOf({ undo, redo }: History, revision: number): number {
  return Math.min(revision, ...undo, ...redo);
}

/** The difference that restoring an earlier revision makes. */
export interface Restored {
  readonly operations: number;
  readonly bytes: number;
  /** The options to be restored; `null` = they are the same. */
  readonly options: Options | null;
}

/** Gives the session at `revision` (the new one) the content that it had at `earlier`. */
export function* restore(session: string, earlier: number, revision: number): Work<Restored> {
  const back = yield* rowsOf(
    'SELECT operation_id, place, content, anchor, font, bytes FROM session_entries WHERE session = :session AND ' +
      'added <= :earlier AND removed > :earlier ORDER BY place',
    { session, earlier },
  );
  const gone = yield* rowOf(
    `SELECT count(*) AS entries, coalesce(sum(bytes), 0) AS bytes FROM session_entries WHERE ${now} AND added > :earlier`,
    { session, earlier },
  );
  yield* rowsOf(`UPDATE session_entries SET removed = :revision WHERE ${now} AND added > :earlier`, {
    session,
    revision,
    earlier,
  });
  const entries: readonly Entry[] = back.map(entryOf);
  for (const entry of entries) yield* addEntry(session, revision, entry);
  yield* restoreAssets(session, earlier, revision);
  return {
    operations: entries.length - Number(gone?.entries ?? 0),
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) - Number(gone?.bytes ?? 0),
    options: yield* optionsAt(session, earlier),
  };
}

/** The options at an earlier revision; `null` = they are still those of the session. */
export function* optionsAt(session: string, earlier: number): Work<Options | null> {
  const row = yield* rowOf(
    'SELECT document, output, ttl FROM session_options WHERE session = :session AND removed > :earlier ORDER BY ' +
      'removed LIMIT 1',
    { session, earlier },
  );
  return row === undefined
    ? null
    : { document: String(row.document), output: String(row.output), ttl: Number(row.ttl) };
}

/** The bytes of options as they are stored. */
export const optionBytes = ({ document, output }: Options): number =>
  Buffer.byteLength(document) + Buffer.byteLength(output);

/** Stores the options that end at a revision. Returns their bytes. */
export function* endOptions(session: string, revision: number, options: Options): Work<number> {
  const { document, output, ttl } = options;
  const bytes = optionBytes(options);
  yield* rowsOf(
    'INSERT INTO session_options (session, removed, document, output, ttl, bytes) VALUES (:session, :revision, ' +
      ':document, :output, :ttl, :bytes)',
    { session, revision, document, output, ttl, bytes },
  );
  return bytes;
}

/** Deletes what only revisions before `oldest` had; returns how many bytes that frees. */
export function* forget(session: string, oldest: number): Work<number> {
  const options = 'DELETE FROM session_options WHERE session = :session AND removed <= :oldest RETURNING bytes';
  let bytes = (yield* rowsOf(options, { session, oldest })).reduce((sum, row) => sum + Number(row.bytes), 0);
  const gone = new Set<string>();
  for (const table of ['session_entries', 'session_assets']) {
    const sql = `DELETE FROM ${table} WHERE session = :session AND removed <= :oldest RETURNING content`;
    for (const { content } of yield* rowsOf(sql, { session, oldest })) gone.add(String(content));
  }
  for (const content of gone) {
    const freed = yield* rowOf(
      'DELETE FROM session_contents WHERE session = :session AND content = :content AND NOT EXISTS (SELECT 1 FROM ' +
        'session_entries e WHERE e.session = :session AND e.content = :content) AND NOT EXISTS (SELECT 1 FROM ' +
        'session_assets a WHERE a.session = :session AND a.content = :content) RETURNING bytes',
      { session, content },
    );
    if (freed === undefined) continue;
    bytes += Number(freed.bytes);
    yield* rowsOf('DELETE FROM session_uses WHERE session = :session AND content = :content', { session, content });
  }
  return bytes;
}
