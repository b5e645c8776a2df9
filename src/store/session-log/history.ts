import { retainedSteps } from '../facets/sessions.ts';
import { now } from './entries.ts';
import { restoreAssets } from './assets.ts';
import { fewRows, rowOf, rowsOf, type Row, type Value, type Work } from './queries.ts';

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
  const change = { session, revision, earlier };
  const gone = yield* rowsOf(
    `UPDATE session_entries SET removed = :revision WHERE ${now} AND added > :earlier RETURNING bytes`,
    change,
  );
  const back = yield* rowsOf(
    'INSERT INTO session_entries (session, place, added, operation_id, content, anchor, font, bytes) SELECT session, ' +
      'place, CAST(:revision AS integer), operation_id, content, anchor, font, bytes FROM session_entries WHERE ' +
      'session = :session AND added <= :earlier AND removed > :earlier RETURNING bytes, content',
    change,
  );
  yield* restoreAssets(
    change,
    back.map(({ content }) => String(content)),
  );
  return {
    operations: back.length - gone.length,
    bytes: bytesOf(back) - bytesOf(gone),
    options: yield* optionsAt(session, earlier),
  };
}

const bytesOf = (rows: readonly Row[]): number => rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);

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
export const optionBytes = ({ document, output }: Pick<Options, 'document' | 'output'>): number =>
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

/** The contents of entries and assets that ended before `:oldest`; other entries may still have them. */
const gone =
  'SELECT content FROM session_entries WHERE session = :session AND removed <= :oldest UNION SELECT content FROM ' +
  'session_assets WHERE session = :session AND removed <= :oldest';
const isHeld = (table: string): string =>
  `EXISTS (SELECT 1 FROM ${table} h WHERE h.session = :session AND h.content = session_contents.content AND ` +
  '(h.removed IS NULL OR h.removed > :oldest))';

/** Deletes what only revisions before `oldest` had; returns how many bytes that frees. */
export function* forget(session: string, oldest: number): Work<number> {
  const values = { session, oldest };
  const options = 'DELETE FROM session_options WHERE session = :session AND removed <= :oldest RETURNING bytes';
  const freed = [...(yield* rowsOf(options, values))];
  const ended = yield* rowsOf(`${gone} LIMIT ${fewRows + 1}`, values);
  if (ended.length === 0) return bytesOf(freed);
  if (ended.length > fewRows) {
    const all = { are: `IN (${gone})`, values: { oldest }, joinsMany: true };
    freed.push(...(yield* forgetContents(values, all)));
  } else
    for (const { content } of ended) {
      const one = { are: '= :content', values: { content: String(content) }, joinsMany: false };
      freed.push(...(yield* forgetContents(values, one)));
    }
  for (const table of ['session_entries', 'session_assets'])
    yield* rowsOf(`DELETE FROM ${table} WHERE session = :session AND removed <= :oldest`, values);
  return bytesOf(freed);
}

/** Contents of a session, by a condition. */
interface Contents {
  /** What follows the column `content` in SQL. */
  readonly are: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly joinsMany: boolean;
}

/** Deletes those of some contents that nothing holds, with the names of assets in them. Returns their bytes. */
function* forgetContents(
  { session, oldest }: { readonly session: string; readonly oldest: number },
  { are, values, joinsMany }: Contents,
): Work<readonly Row[]> {
  const freed = yield* rowsOf(
    `DELETE FROM session_contents WHERE session = :session AND content ${are} AND NOT ` +
      `${isHeld('session_entries')} AND NOT ${isHeld('session_assets')} RETURNING bytes`,
    { ...values, session, oldest },
    joinsMany,
  );
  yield* rowsOf(
    `DELETE FROM session_uses WHERE session = :session AND content ${are} AND NOT EXISTS (SELECT 1 FROM ` +
      'session_contents c WHERE c.session = :session AND c.content = session_uses.content)',
    { ...values, session },
    joinsMany,
  );
  return freed;
}
