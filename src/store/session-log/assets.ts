import type { AssetUse, SessionAsset } from '../facets/sessions.ts';
import { addContents, now, then } from './entries.ts';
import { insertRows, numberOf, rowOf, rowsOf, type Row, type Work } from './queries.ts';

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
    'INSERT INTO session_assets (session, name, added, content, content_type, sha256, bytes) VALUES (:session, :name, ' +
      ':revision, :content, :contentType, :sha256, :bytes)',
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
  const row = yield* rowOf(
    'SELECT e.operation_id AS named_by FROM session_uses u JOIN session_entries e ON e.session = u.session AND e.content = ' +
      'u.content WHERE u.session = :session AND u.name = :name AND e.removed IS NULL ORDER BY e.place LIMIT 1',
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

/**
 * Brings back the assets that operations name which came back at `revision`, as they were at `earlier`. `joinsMany`:
 * many came back.
 */
export function* restoreAssets({ session, earlier, revision }: Restoring, joinsMany: boolean): Work<void> {
  const gone = yield* rowsOf(
    'SELECT DISTINCT u.name AS name FROM session_uses u JOIN session_entries e ON e.session = u.session AND e.content ' +
      '= u.content WHERE u.session = :session AND e.removed IS NULL AND e.added = :revision AND NOT EXISTS (SELECT 1 ' +
      'FROM session_assets a WHERE a.session = :session AND a.name = u.name AND a.removed IS NULL)',
    { session, revision },
    joinsMany,
  );
  for (const { name } of gone)
    yield* rowsOf(
      'INSERT INTO session_assets (session, name, added, content, content_type, sha256, bytes) SELECT session, name, ' +
        'CAST(:revision AS integer), content, content_type, sha256, bytes FROM session_assets WHERE session = :session ' +
        'AND name = :name AND added <= :earlier AND removed > :earlier',
      { session, revision, earlier, name: String(name) },
    );
}
