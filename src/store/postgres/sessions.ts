import { AppError } from '../../problems.ts';
import type { BlobFolder } from '../blobs/blob-folder.ts';
import { readStored, storeBytes, type StoredBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';
import type { Guards } from '../facets/guards.ts';
import { goneFor } from '../facets/jobs.ts';
import type { Appended, NewSession, Session, SessionAppend, SessionStore } from '../facets/sessions.ts';
import { only, type Database, type Queries } from './database.ts';
import { applyGuards } from './guards.ts';
import { storedOf } from './stored.ts';

type Done = Extract<Appended, { state: 'appended' }>;

interface Row extends Omit<Session, 'createdAt' | 'updatedAt' | 'expiresAt'> {
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number;
}

/** Sessions in PostgreSQL, with their logs of operations. Concurrent appends wait for the row of their session. */
export function postgresSessions(database: Database, blobs: BlobFolder): SessionStore {
  return {
    open: (session, guards) => open(database, blobs, session, guards),
    find: (client, id, now, use) => find(database, { client, id, now, use }),
    append: (append, guards) => appendOperation(database, blobs, append, guards),
    operations: (id, count) => operationsOf(database, blobs, id, count),
    remove: (client, id, now, guards) =>
      database.transaction(async (tx) => {
        const { count } = await tx.query(
          'DELETE FROM colophon.sessions WHERE id = $1 AND client = $2 AND expires_at > $3',
          [id, client, now - goneFor],
        );
        await applyGuards(tx, blobs, guards, count > 0);
        return count > 0;
      }),
  };
}

function open(
  database: Database,
  blobs: BlobFolder,
  { id, client, document, output, ttl, now }: NewSession,
  guards: Guards<Session> | undefined,
): Promise<Session> {
  return database.transaction(async (tx) => {
    const inserted = await tx.query<Row>(
      'INSERT INTO colophon.sessions (id, client, document, output, ttl, created_at, updated_at, ' +
        `expires_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7) RETURNING *`,
      [id, client, document, output, ttl, now, now + ttl],
    );
    const session = sessionOf(only(inserted));
    await applyGuards(tx, blobs, guards, session);
    return session;
  });
}

interface Wanted {
  readonly client: string;
  readonly id: string;
  readonly now: number;
  readonly use: boolean;
}

async function find(database: Database, { client, id, now, use }: Wanted): Promise<Session | null> {
  const { rows } = await database.query<Row>(
    use
      ? `WITH used AS (UPDATE colophon.sessions SET expires_at = greatest(expires_at, $3 + ttl) WHERE id = $1 AND
        client = $2 AND expires_at > $3 RETURNING *)
         SELECT * FROM used UNION ALL SELECT * FROM colophon.sessions WHERE id = $1 AND client = $2 AND
           expires_at <= $3 AND expires_at > $4`
      : 'SELECT * FROM colophon.sessions WHERE id = $1 AND client = $2 AND $3::bigint IS NOT NULL AND ' +
          'expires_at > $4',
    [id, client, now, now - goneFor],
  );
  return rows[0] === undefined ? null : sessionOf(rows[0]);
}

async function appendOperation(
  database: Database,
  blobs: BlobFolder,
  append: SessionAppend,
  guards: Guards<Done> | undefined,
): Promise<Appended> {
  const stored = await storeBytes(blobs, append.operation);
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<Row>(
      'SELECT * FROM colophon.sessions WHERE id = $1 AND client = $2 AND expires_at > $3 FOR UPDATE',
      [append.id, append.client, append.now - goneFor],
    );
    const refused = refusal(rows[0], append);
    if (refused !== null) return refused;
    const appended = await write(tx, append, stored);
    await applyGuards(tx, blobs, guards, appended);
    return appended;
  });
}

async function operationsOf(database: Database, blobs: BlobFolder, id: string, count: number): Promise<Uint8Array[]> {
  const { rows } = await database.query<{ operation: Buffer | null; operation_blob: Blob | null }>(
    'SELECT operation, operation_blob FROM colophon.session_operations WHERE session_id = $1 AND place < ' +
      '$2 ORDER BY place',
    [id, count],
  );
  if (rows.length < count) throw new AppError('session-not-found', 'There is no such session any more.');
  const operations: Uint8Array[] = [];
  for (const row of rows) operations.push(await readStored(blobs, storedOf(row.operation, row.operation_blob)));
  return operations;
}

/** The reason why an operation can't be appended; `null` = it can. */
function refusal(
  row: Row | undefined,
  { operation, ifMatch, limits, now }: SessionAppend,
): Exclude<Appended, Done> | null {
  if (row === undefined) return { state: 'missing' };
  if (row.expires_at <= now) return { state: 'expired' };
  if (ifMatch !== null && !ifMatch.includes(row.revision)) return { state: 'mismatch' };
  if (row.operations >= limits.operations) return { state: 'full', limit: 'operations' };
  return row.bytes + operation.byteLength > limits.bytes ? { state: 'full', limit: 'bytes' } : null;
}

async function write(tx: Queries, { id, operation, font, now }: SessionAppend, stored: StoredBytes): Promise<Done> {
  const written = await tx.query<{ revision: number; operations: number; expires_at: number }>(
    `WITH changed AS (
       UPDATE colophon.sessions SET revision = revision + 1, operations = operations + 1, bytes = bytes + $2, font =
         coalesce($3, font), updated_at = $4, expires_at = greatest(expires_at, $4 + ttl)
       WHERE id = $1 RETURNING id, revision, operations, expires_at),
     logged AS (INSERT INTO colophon.session_operations SELECT id, operations - 1, $5::bytea, $6::json FROM changed)
     SELECT revision, operations, expires_at FROM changed`,
    [id, operation.byteLength, font, now, stored.inline, stored.blob],
  );
  const { revision, operations, expires_at: expiresAt } = only(written);
  return { state: 'appended', revision, index: operations - 1, expiresAt };
}

function sessionOf({
  id,
  client,
  document,
  output,
  ttl,
  revision,
  operations,
  bytes,
  font,
  created_at: createdAt,
  updated_at: updatedAt,
  expires_at: expiresAt,
}: Row): Session {
  return { id, client, document, output, ttl, revision, operations, bytes, font, createdAt, updatedAt, expiresAt };
}
