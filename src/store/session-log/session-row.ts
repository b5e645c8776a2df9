import type { Session, SessionEdit } from '../facets/sessions.ts';
import type { History } from './history.ts';
import { numberOf, rowOf, type Row, type Work } from './queries.ts';

/** What the store knows of a session beside its record. */
interface Bookkeeping {
  readonly history: History;
  /** The bytes of all contents and options that are stored for it, those of earlier revisions too. */
  readonly storedBytes: number;
}

/** A session as it is stored. */
export interface StoredSession extends Session, Bookkeeping {}

/** The session of a row. */
export function sessionOf(row: Row): StoredSession {
  return {
    id: String(row.id),
    client: String(row.client),
    document: String(row.document),
    output: String(row.output),
    ttl: Number(row.ttl),
    revision: Number(row.revision),
    operations: Number(row.operations),
    bytes: Number(row.content_bytes),
    font: typeof row.font === 'string' ? row.font : null,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    expiresAt: Number(row.expires_at),
    history: { undo: JSON.parse(String(row.undo)) as number[], redo: JSON.parse(String(row.redo)) as number[] },
    storedBytes: Number(row.bytes),
  };
}

/** The record that clients of the store see. */
export function recordOf(session: StoredSession): Session {
  const record: Session & Partial<Bookkeeping> = { ...session };
  delete (record as { history?: History }).history;
  delete (record as { storedBytes?: number }).storedBytes;
  return record;
}

/** The reason why a session can't be changed; `null` = it can. */
export function refusalOf(
  session: StoredSession | undefined,
  { ifMatch = null, now }: Partial<Pick<SessionEdit, 'ifMatch'>> & Pick<SessionEdit, 'now'>,
): { readonly state: 'missing' | 'expired' | 'mismatch' } | null {
  if (session === undefined) return { state: 'missing' };
  if (session.expiresAt <= now) return { state: 'expired' };
  return ifMatch === null || ifMatch.includes(session.revision) ? null : { state: 'mismatch' };
}

/** The session that was found to be there. */
export function there(session: StoredSession | undefined): StoredSession {
  if (session === undefined) throw new Error('A session that may be changed is there.');
  return session;
}

/** Writes a session after a change, with the font that now is the last one. */
export function* writeSession(session: StoredSession): Work<StoredSession> {
  const { id, document, output, ttl, revision, operations, bytes, storedBytes, history, updatedAt, expiresAt } =
    session;
  const font = yield* rowOf(
    'SELECT font FROM session_entries WHERE session = :id AND removed IS NULL AND font IS NOT NULL ORDER BY place ' +
      'DESC LIMIT 1',
    { id },
  );
  const values = {
    ...{ id, document, output, ttl, revision, operations, bytes, storedBytes, updatedAt, expiresAt },
    font: typeof font?.font === 'string' ? font.font : null,
    undo: JSON.stringify(history.undo),
    redo: JSON.stringify(history.redo),
  };
  const row = yield* rowOf(
    'UPDATE sessions SET document = :document, output = :output, ttl = :ttl, revision = :revision, operations = ' +
      ':operations, content_bytes = :bytes, bytes = :storedBytes, font = :font, undo = :undo, redo = :redo, ' +
      'updated_at = :updatedAt, expires_at = :expiresAt WHERE id = :id RETURNING *',
    values,
  );
  if (row === undefined) throw new Error('The session of a change is not there any more.');
  return sessionOf(row);
}

/** The bytes of all contents that are stored for a session. */
export function* storedBytesOf(session: string): Work<number> {
  return yield* numberOf('SELECT coalesce(sum(bytes), 0) AS n FROM session_contents WHERE session = :session', {
    session,
  });
}
