import type { AssetUse, SessionAsset } from '../facets/sessions.ts';
import { addContents, now, then } from './entries.ts';
import { fewRows, insertRows, numberOf, rowOf, rowsOf, type Row, type Work } from './queries.ts';

/**
 * The rows of assets, which come and go at revisions as operations do. Their bytes are contents too. `session_uses` has
 * the names of assets that the content of an operation has.
 */

/** The asset of a row. */
export function assetOf(row: Row): SessionAsset {
  return {
    name: String(row.name),
    contentType: String(row.content_type),
    blob: { sha256: String(row.sha256), size: Number(row.bytes) },
  };
}

/** The assets that were there at a revision. */
export function* assetsAt(session: string, revision: number): Work<readonly Row[]> {
  return yield* rowsOf(`SELECT name, content_type, sha256, bytes FROM session_assets WHERE ${then} ORDER BY name`, {
    session,
    revision,
  });
}

/** The size of the asset that is there now; `null` = there is none. */
export function* assetNow(session: string, name: string): Work<number | null> {
  const row = yield* rowOf(`SELECT bytes FROM session_assets WHERE ${now} AND name = :name`, { session, name });
  return row === undefined ? null : Number(row.bytes);
}

/** The bytes of the assets that are there now. */
export function* assetBytes(session: string): Work<number> {
  return yield* numberOf(`SELECT coalesce(sum(bytes), 0) AS n FROM session_assets WHERE ${now}`, { session });
}

/** Adds an asset at a revision, with its content. */
export function* addAsset(
  session: string,
  revision: number,
  { content, name, contentType, blob }: SessionAsset & { readonly content: string },
): Work<void> {
  yield* addContents(session, [{ content, stored: { inline: null, blob } }]);
  yield* rowsOf(
    'INSERT INTO session_assets (session, name, added, content, content_type, sha256, bytes) VALUES (:session, ' +
      ':name, :revision, :content, :contentType, :sha256, :bytes)',
    { session, name, revision, content, contentType, sha256: blob.sha256, bytes: blob.size },
  );
}

/** Takes an asset away at a revision. */
export function* endAsset(session: string, revision: number, name: string): Work<void> {
  const sql = `UPDATE session_assets SET removed = :revision WHERE ${now} AND name = :name`;
  yield* rowsOf(sql, { session, revision, name });
}

/** The first operation that is there now and names the asset; `null` = there is none. */
export function* assetUser(session: string, name: string): Work<string | null> {
  // A count is not planned as a join, which could compare each entry with each use.
  const row = yield* rowOf(
    'SELECT e.operation_id AS named_by FROM session_entries e WHERE e.session = :session AND e.removed IS NULL AND ' +
      '(SELECT count(*) FROM session_uses u WHERE u.session = e.session AND u.content = e.content AND u.name = :name) > ' +
      '0 ORDER BY e.place LIMIT 1',
    { session, name },
  );
  return row === undefined ? null : String(row.named_by);
}

/** Notes the assets that the contents of operations name. */
export function* useAssets(
  session: string,
  contents: readonly { readonly content: string; readonly uses: readonly AssetUse[] }[],
): Work<void> {
  const rows = contents.flatMap(({ content, uses }) =>
    [...new Set(uses.map(({ name }) => name))].map((name) => [session, content, name]),
  );
  yield* insertRows('session_uses', ['session', 'content', 'name'], rows);
}

/** The return of a session to an earlier revision, which becomes a new one. */
interface Restoring {
  readonly session: string;
  readonly earlier: number;
  readonly revision: number;
}

/** Brings back the assets that `contents`, which came back at `revision`, name, as they were at `earlier`. */
export function* restoreAssets({ session, earlier, revision }: Restoring, contents: readonly string[]): Work<void> {
  const names = new Set<string>();
  if (contents.length > fewRows)
    for (const { name } of yield* rowsOf(
      `SELECT DISTINCT u.name FROM session_uses u WHERE ${isAbsent} AND u.content IN (SELECT content FROM ` +
        'session_entries WHERE session = :session AND removed IS NULL AND added = :revision)',
      { session, revision },
      true,
    ))
      names.add(String(name));
  else
    for (const content of contents)
      for (const { name } of yield* rowsOf(
        `SELECT u.name FROM session_uses u WHERE ${isAbsent} AND u.content = :content`,
        { session, content },
      ))
        names.add(String(name));
  for (const name of names)
    yield* rowsOf(
      'INSERT INTO session_assets (session, name, added, content, content_type, sha256, bytes) SELECT session, name, ' +
        'CAST(:revision AS integer), content, content_type, sha256, bytes FROM session_assets WHERE session = ' +
        ':session AND name = :name AND added <= :earlier AND removed > :earlier',
      { session, revision, earlier, name },
    );
}

/** A use `u` of an asset that is not there now. A count is not planned as a join. */
const isAbsent =
  'u.session = :session AND (SELECT count(*) FROM session_assets a WHERE a.session = u.session AND a.name = u.name ' +
  'AND a.removed IS NULL) = 0';
