import type { Forked, SessionFork } from '../facets/sessions.ts';
import { then } from './entries.ts';
import { oldestOf, optionBytes, optionsAt } from './history.ts';
import { rowsOf, type Work } from './queries.ts';
import { recordOf, storedBytesOf, writeSession, type StoredSession } from './session-row.ts';

/** Copies the content of a session that may be read into a new one, within a transaction. */
export function* forkSession(source: StoredSession, { id, revision: given, now }: SessionFork): Work<Forked> {
  const revision = given ?? source.revision;
  if (revision > source.revision || revision < oldestOf(source.history, source.revision))
    return { state: 'not-retained' };
  const { document, output, ttl } = (yield* optionsAt(source.id, revision)) ?? source;
  const { client } = source;
  yield* rowsOf(
    'INSERT INTO sessions (id, client, document, output, ttl, created_at, updated_at, expires_at) VALUES ' +
      '(:id, :client, :document, :output, :ttl, :now, :now, :end)',
    { id, client, document, output, ttl, now, end: now + ttl },
  );
  const state = { session: source.id, revision, id };
  yield* rowsOf(
    'INSERT INTO session_contents (session, content, operation, blob_sha256, bytes) SELECT :id, content, operation, ' +
      `blob_sha256, bytes FROM session_contents WHERE session = :session AND content IN (SELECT content FROM ` +
      `session_entries WHERE ${then} UNION SELECT content FROM session_assets WHERE ${then})`,
    state,
    true,
  );
  yield* rowsOf(
    'INSERT INTO session_assets (session, name, added, content, content_type, sha256, bytes) SELECT :id, name, 0, ' +
      `content, content_type, sha256, bytes FROM session_assets WHERE ${then}`,
    state,
  );
  yield* rowsOf(
    'INSERT INTO session_uses (session, content, name) SELECT :id, content, name FROM session_uses WHERE session = ' +
      `:session AND content IN (SELECT content FROM session_entries WHERE ${then})`,
    state,
    true,
  );
  yield* rowsOf(
    'INSERT INTO session_entries (session, place, added, operation_id, content, anchor, font, bytes) SELECT :id, ' +
      `place, 0, operation_id, content, anchor, font, bytes FROM session_entries WHERE ${then}`,
    state,
  );
  const [count] = yield* rowsOf(
    'SELECT count(*) AS operations, coalesce(sum(bytes), 0) AS bytes FROM session_entries WHERE session = :id',
    { id },
  );
  const forked = yield* writeSession({
    ...{ id, client, document, output, ttl, revision: 0, font: null },
    operations: Number(count?.operations),
    bytes: Number(count?.bytes),
    storedBytes: optionBytes({ document, output }) + (yield* storedBytesOf(id)),
    history: { undo: [], redo: [] },
    ...{ createdAt: now, updatedAt: now, expiresAt: now + ttl },
  });
  return { state: 'forked', session: recordOf(forked) };
}
