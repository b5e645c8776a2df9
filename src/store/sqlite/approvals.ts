import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../problems.ts';
import { storeBytes } from '../stored-bytes.ts';
import type { ApprovalStore } from '../facets/approvals.ts';
import { blobsOf } from './blob-uses.ts';
import { finishing } from './idempotency.ts';
import type { Parts } from './parts.ts';
import { settle, transaction } from './transaction.ts';

/** Used approvals in SQLite. The use is one statement, so of concurrent requests only one gets it. */
export function sqliteApprovals({ database, blobs, uses }: Omit<Parts, 'guarded' | 'reserve'>): ApprovalStore {
  const found = database.prepare('SELECT 1 FROM approvals WHERE id = ?');
  const use = approvalUse(database);
  const finish = finishing(database);
  return {
    isUsed: (id) => settle(() => found.get(id) !== undefined),
    use: (id, expiresAt, keep) =>
      settle(async () => {
        if (keep === undefined) return use(id, expiresAt);
        const body = await storeBytes(blobs, keep.answer.body);
        return transaction(database, () => {
          if (!use(id, expiresAt)) return false;
          if (!finish(keep.scope, keep.claim, { ...keep.answer, body }, keep.expiresAt)) throw claimLost();
          uses.add(`answer ${keep.claim}`, blobsOf(body));
          return true;
        });
      }),
  };
}

/** The problem of a request whose claim on its `Idempotency-Key` was lost. */
export function claimLost(): AppError {
  return new AppError('idempotency-in-progress', 'Another request with this `Idempotency-Key` has taken over.');
}

/** Returns a function that uses an approval, to be called within a transaction; `false` = it was used before. */
export function approvalUse(database: DatabaseSync): (id: string, expiresAt: number) => boolean {
  const used = database.prepare(
    'INSERT INTO approvals (id, expires_at) VALUES (:id, :expiresAt) ON CONFLICT DO NOTHING',
  );
  return (id, expiresAt) => used.run({ id, expiresAt }).changes === 1;
}
