import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { storeBytes, lengthOf, readStored, type StoredBytes } from '../stored-bytes.ts';
import type { IdempotencyScope, IdempotencyState, IdempotencyStore, StoredAnswer } from '../facets/idempotency.ts';
import { blobsOf } from './blob-uses.ts';
import type { Parts } from './parts.ts';
import { blobColumn, storedIn, parsed, type Row } from './rows.ts';
import { settle, transaction } from './transaction.ts';

/** Milliseconds after which an unfinished claim is swept that nobody has renewed. */
const abandonedMs = 3_600_000;
const where = 'client = :client AND method = :method AND path = :path AND key = :key';

/** Idempotency keys in SQLite. The claim is one statement, so of two concurrent processes only one wins. */
export function sqliteIdempotency({ database, blobs, uses }: Omit<Parts, 'guarded' | 'reserve'>): IdempotencyStore {
  const { claimed, found, renewed, released } = statements(database);
  const finish = finishing(database);

  function begin(
    scope: IdempotencyScope,
    fingerprint: string,
    leaseUntil: number,
    now: number,
  ): { readonly claim: string } | Row {
    const claim = randomUUID();
    // A transaction, because without one the row is returned before the commit, which a full disk may refuse.
    const ours = transaction(database, () =>
      claimed.get({
        ...scopeParameters(scope),
        fingerprint,
        claim,
        leaseUntil,
        expiresAt: leaseUntil + abandonedMs,
        now,
      }),
    );
    if (ours) return { claim };
    // A claim that was released in between leaves no row.
    return found.get(scopeParameters(scope)) ?? begin(scope, fingerprint, leaseUntil, now);
  }

  async function stateOf(row: Row, fingerprint: string): Promise<IdempotencyState> {
    if (row.fingerprint !== fingerprint) return { state: 'conflict' };
    if (row.status === null) return { state: 'running' };
    const body = await readStored(blobs, storedIn(row.body, row.body_blob));
    return {
      state: 'finished',
      answer: { status: Number(row.status), headers: parsed(row.headers) as StoredAnswer['headers'], body },
    };
  }

  return {
    begin: (scope, fingerprint, leaseUntil, now) =>
      settle(() => {
        const state = begin(scope, fingerprint, leaseUntil, now);
        return typeof state.claim === 'string' ? { state: 'started', claim: state.claim } : stateOf(state, fingerprint);
      }),
    renew: (scope, claim, leaseUntil) =>
      settle(
        () => void renewed.run({ ...scopeParameters(scope), claim, leaseUntil, expiresAt: leaseUntil + abandonedMs }),
      ),
    finish: (scope, claim, answer, expiresAt) =>
      settle(async () => {
        const body = await storeBytes(blobs, answer.body);
        transaction(database, () => {
          if (finish(scope, claim, { ...answer, body }, expiresAt)) uses.add(`answer ${claim}`, blobsOf(body));
        });
      }),
    release: (scope, claim) => settle(() => void released.run({ ...scopeParameters(scope), claim })),
  };
}

function statements(database: DatabaseSync) {
  const claimed = database.prepare(`
    INSERT INTO idempotency (client, method, path, key, fingerprint, claim, lease_until, expires_at)
    VALUES (:client, :method, :path, :key, :fingerprint, :claim, :leaseUntil, :expiresAt)
    ON CONFLICT DO UPDATE SET
      fingerprint = excluded.fingerprint, claim = excluded.claim, lease_until = excluded.lease_until, expires_at =
        excluded.expires_at,
      status = NULL, headers = NULL, body = NULL, body_blob = NULL, bytes = 0
    WHERE idempotency.expires_at <= :now OR (idempotency.status IS NULL AND idempotency.lease_until <= :now)
    RETURNING claim`);
  const found = database.prepare(
    `SELECT fingerprint, status, headers, body, body_blob FROM idempotency WHERE ${where}`,
  );
  const renewed = database.prepare(
    `UPDATE idempotency SET lease_until = :leaseUntil, expires_at = :expiresAt WHERE ${where} AND claim = ` +
      ':claim AND status IS NULL',
  );
  const released = database.prepare(`DELETE FROM idempotency WHERE ${where} AND claim = :claim AND status IS NULL`);
  return { claimed, found, renewed, released };
}

type Finish = (
  scope: IdempotencyScope,
  claim: string,
  answer: Omit<StoredAnswer, 'body'> & { readonly body: StoredBytes },
  expiresAt: number,
) => boolean;

/**
 * Returns a function that stores an answer, to be called within a transaction; `false` = the claim was lost or has its
 * answer already.
 */
export function finishing(database: DatabaseSync): Finish {
  const finished = database.prepare(`
    UPDATE idempotency SET status = :status, headers = :headers, body = :body, body_blob = :blob, bytes = :bytes,
      lease_until = NULL, expires_at = :expiresAt
    WHERE ${where} AND claim = :claim AND status IS NULL`);
  return (scope, claim, { status, headers, body }, expiresAt) =>
    finished.run({
      ...scopeParameters(scope),
      claim,
      status,
      headers: JSON.stringify(headers),
      body: body.inline,
      blob: blobColumn(body),
      bytes: lengthOf(body),
      expiresAt,
    }).changes === 1;
}

function scopeParameters({
  client,
  method,
  path,
  key,
}: IdempotencyScope): Record<'client' | 'method' | 'path' | 'key', string> {
  return { client, method, path, key };
}
