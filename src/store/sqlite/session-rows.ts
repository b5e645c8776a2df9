import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Appended, Session, SessionAppend } from '../facets/sessions.ts';
import { textOrNull, type Row } from './rows.ts';

const columns =
  'seq, id, client, document, output, ttl, revision, operations, bytes, font, created_at, updated_at, expires_at';
/** The session of a client, unless it has been gone for longer than it is reported as expired. */
const known = 'id = :id AND client = :client AND expires_at + :goneFor > :now';

/** The statements for sessions. */
export function sessionStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  return {
    open: prepare(`
      INSERT INTO sessions (id, client, document, output, ttl, created_at, updated_at, expires_at)
      VALUES (:id, :client, :document, :output, :ttl, :now, :now, :now + :ttl) RETURNING ${columns}`),
    find: prepare(`SELECT ${columns} FROM sessions WHERE ${known}`),
    use: prepare(`UPDATE sessions SET expires_at = max(expires_at, :now + ttl) WHERE ${known} AND expires_at > :now`),
    append: prepare(
      'INSERT INTO session_operations (session, place, operation, operation_blob) VALUES (:session, :place, ' +
        ':operation, :blob)',
    ),
    grow: prepare(`
      UPDATE sessions SET revision = revision + 1, operations = operations + 1, bytes = bytes + :size, font =
        coalesce(:font, font),
        updated_at = max(updated_at, :now), expires_at = max(expires_at, :now + ttl)
      WHERE seq = :session RETURNING revision, expires_at`),
    operations: prepare(`
      SELECT operation, operation_blob FROM session_operations WHERE session = (SELECT seq FROM sessions WHERE id =
        :id) AND place < :count ORDER BY place`),
    remove: prepare(`DELETE FROM sessions WHERE ${known}`),
  };
}

/** The session of a row. */
export function sessionOf(row: Row): Session {
  return {
    id: String(row.id),
    client: String(row.client),
    document: String(row.document),
    output: String(row.output),
    ttl: Number(row.ttl),
    revision: Number(row.revision),
    operations: Number(row.operations),
    bytes: Number(row.bytes),
    font: textOrNull(row.font),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    expiresAt: Number(row.expires_at),
  };
}

/** The reason why an operation can't be appended; `null` = it can. */
export function refusalOf(
  row: Row | undefined,
  { operation, ifMatch, limits, now }: SessionAppend,
): Exclude<Appended, { state: 'appended' }> | null {
  if (!row) return { state: 'missing' };
  const session = sessionOf(row);
  if (session.expiresAt <= now) return { state: 'expired' };
  if (ifMatch !== null && !ifMatch.includes(session.revision)) return { state: 'mismatch' };
  if (session.operations >= limits.operations) return { state: 'full', limit: 'operations' };
  if (session.bytes + operation.byteLength > limits.bytes) return { state: 'full', limit: 'bytes' };
  return null;
}
