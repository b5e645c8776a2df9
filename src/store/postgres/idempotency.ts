import { createHash, randomUUID } from 'node:crypto';
import type { BlobFolder } from '../blobs/blob-folder.ts';
import { readStored, storeBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';
import type { IdempotencyScope, IdempotencyState, IdempotencyStore, StoredAnswer } from '../facets/idempotency.ts';
import type { Database, Queries } from './database.ts';
import { storedOf } from './stored.ts';

/** Milliseconds after which an unfinished claim is swept that nobody has renewed. */
const abandonedMs = 3_600_000;

interface Row {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly headers: string;
  readonly body: Buffer | null;
  readonly body_blob: Blob | null;
}

/** Idempotency keys, shared by all nodes. The claim is one statement, so of two concurrent nodes only one wins. */
export function postgresIdempotency(database: Database, blobs: BlobFolder): IdempotencyStore {
  async function begin(
    scope: IdempotencyScope,
    fingerprint: string,
    leaseUntil: number,
    now: number,
  ): Promise<IdempotencyState> {
    const claim = randomUUID();
    const { count } = await database.query(
      `INSERT INTO colophon.idempotency AS known (scope, fingerprint, claim, lease_until, expires_at, client) VALUES
        ($1, $2, $3, $4, $5, $7)
       ON CONFLICT (scope) DO UPDATE SET
         fingerprint = excluded.fingerprint, claim = excluded.claim, lease_until = excluded.lease_until, expires_at =
           excluded.expires_at,
         client = excluded.client, status = NULL, headers = NULL, body = NULL, body_blob = NULL, bytes = 0
       WHERE known.expires_at <= $6 OR (known.status IS NULL AND known.lease_until <= $6)`,
      [digestOf(scope), fingerprint, claim, leaseUntil, leaseUntil + abandonedMs, now, scope.client],
    );
    if (count > 0) return { state: 'started', claim };
    const { rows } = await database.query<Row>(
      'SELECT fingerprint, status, headers, body, body_blob FROM colophon.idempotency WHERE scope = $1',
      [digestOf(scope)],
    );
    const [row] = rows;
    // the claim was released in between
    return row === undefined ? begin(scope, fingerprint, leaseUntil, now) : stateOf(row, fingerprint, blobs);
  }

  return {
    begin,
    async renew(scope, claim, leaseUntil) {
      await database.query(
        'UPDATE colophon.idempotency SET lease_until = $3, expires_at = $4 WHERE scope = $1 AND claim = $2 AND ' +
          'status IS NULL',
        [digestOf(scope), claim, leaseUntil, leaseUntil + abandonedMs],
      );
    },
    async finish(scope, claim, answer, expiresAt) {
      await storeAnswer(database, blobs, { scope, claim, expiresAt }, answer);
    },
    async release(scope, claim) {
      await database.query('DELETE FROM colophon.idempotency WHERE scope = $1 AND claim = $2 AND status IS NULL', [
        digestOf(scope),
        claim,
      ]);
    },
  };
}

/** Stores an answer; `false` = the claim was lost or has its answer already. */
export async function storeAnswer(
  queries: Queries,
  blobs: BlobFolder,
  { scope, claim, expiresAt }: { readonly scope: IdempotencyScope; readonly claim: string; readonly expiresAt: number },
  { status, headers, body }: StoredAnswer,
): Promise<boolean> {
  const stored = await storeBytes(blobs, body);
  const { count } = await queries.query(
    `UPDATE colophon.idempotency SET status = $3, headers = $4, body = $5, body_blob = $6, lease_until = NULL,
      expires_at = $7, bytes = $8
     WHERE scope = $1 AND claim = $2 AND status IS NULL`,
    [digestOf(scope), claim, status, JSON.stringify(headers), stored.inline, stored.blob, expiresAt, body.byteLength],
  );
  return count > 0;
}

async function stateOf(row: Row, fingerprint: string, blobs: BlobFolder): Promise<IdempotencyState> {
  if (row.fingerprint !== fingerprint) return { state: 'conflict' };
  if (row.status === null) return { state: 'running' };
  const body = await readStored(blobs, storedOf(row.body, row.body_blob));
  return {
    state: 'finished',
    answer: { status: row.status, headers: JSON.parse(row.headers) as Record<string, string>, body },
  };
}

/** The digest of client, method, path and key, which may be of any length. */
function digestOf({ client, method, path, key }: IdempotencyScope): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([client, method, path, key]))
    .digest();
}
