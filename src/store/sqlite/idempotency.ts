import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { IdempotencyScope, IdempotencyState, IdempotencyStore } from '../store.ts';

/** An unfinished claim is swept when nobody has renewed it for this long. */
const forgotten = 3_600_000;

/** Idempotency keys in SQLite. The claim is one statement, so two processes that ask at once can't both win. */
export function sqliteIdempotency(database: DatabaseSync): IdempotencyStore {
  const where = 'client = :client AND method = :method AND path = :path AND key = :key';
  const claimed = database.prepare(`
    INSERT INTO idempotency (client, method, path, key, fingerprint, claim, lease_until, expires_at)
    VALUES (:client, :method, :path, :key, :fingerprint, :claim, :leaseUntil, :expiresAt)
    ON CONFLICT DO UPDATE SET
      fingerprint = excluded.fingerprint, claim = excluded.claim, lease_until = excluded.lease_until, expires_at = excluded.expires_at,
      status = NULL, headers = NULL, body = NULL
    WHERE idempotency.expires_at <= :now OR (idempotency.status IS NULL AND idempotency.lease_until <= :now)
    RETURNING claim`);
  const found = database.prepare(`SELECT fingerprint, status, headers, body FROM idempotency WHERE ${where}`);
  const renewed = database.prepare(`UPDATE idempotency SET lease_until = :leaseUntil, expires_at = :expiresAt WHERE ${where} AND claim = :claim AND status IS NULL`);
  const finished = database.prepare(`UPDATE idempotency SET status = :status, headers = :headers, body = :body, lease_until = NULL, expires_at = :expiresAt WHERE ${where} AND claim = :claim AND status IS NULL`);
  const released = database.prepare(`DELETE FROM idempotency WHERE ${where} AND claim = :claim AND status IS NULL`);

  function begin(scope: IdempotencyScope, fingerprint: string, leaseUntil: number, now: number): IdempotencyState {
    const claim = randomUUID();
    const ours = claimed.get({ ...named(scope), fingerprint, claim, leaseUntil, expiresAt: leaseUntil + forgotten, now });
    if (ours) return { state: 'started', claim };
    const row = found.get(named(scope));
    return row ? stateOf(row, fingerprint) : begin(scope, fingerprint, leaseUntil, now); // released in between
  }

  return {
    begin: (scope, fingerprint, leaseUntil, now) => settle(() => begin(scope, fingerprint, leaseUntil, now)),
    renew: (scope, claim, leaseUntil) => settle(() => void renewed.run({ ...named(scope), claim, leaseUntil, expiresAt: leaseUntil + forgotten })),
    finish: (scope, claim, { status, headers, body }, expiresAt) => settle(() => void finished.run({ ...named(scope), claim, status, headers: JSON.stringify(headers), body, expiresAt })),
    release: (scope, claim) => settle(() => void released.run({ ...named(scope), claim })),
  };
}

function stateOf(row: Record<string, SQLOutputValue>, fingerprint: string): IdempotencyState {
  if (row.fingerprint !== fingerprint) return { state: 'conflict' };
  if (row.status === null) return { state: 'running' };
  const headers = JSON.parse(String(row.headers)) as Record<string, string>;
  return { state: 'finished', answer: { status: Number(row.status), headers, body: row.body as Uint8Array } };
}

function named({ client, method, path, key }: IdempotencyScope): Record<'client' | 'method' | 'path' | 'key', string> {
  return { client, method, path, key };
}

/** node:sqlite is synchronous; what it throws becomes a rejection. */
function settle<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}
