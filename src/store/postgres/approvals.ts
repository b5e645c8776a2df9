import { createHash } from 'node:crypto';
import { AppError } from '../../problems.ts';
import type { BlobFolder } from '../blobs/blob-folder.ts';
import type { ApprovalStore } from '../facets/approvals.ts';
import type { Database, Queries } from './database.ts';
import { storeAnswer } from './idempotency.ts';

/** Used approvals, shared by all nodes. */
export function postgresApprovals(database: Database, blobs: BlobFolder): ApprovalStore {
  return {
    async isUsed(id) {
      const { count } = await database.query('SELECT 1 FROM colophon.approvals WHERE id = $1', [digestOf(id)]);
      return count > 0;
    },
    use: (id, expiresAt, keep) =>
      keep === undefined
        ? useApproval(database, id, expiresAt)
        : database.transaction(async (tx) => {
            if (!(await useApproval(tx, id, expiresAt))) return false;
            if (!(await storeAnswer(tx, blobs, keep, keep.answer))) throw claimLost();
            return true;
          }),
  };
}

/** The problem of a request whose claim on its `Idempotency-Key` was lost. */
export function claimLost(): AppError {
  return new AppError('idempotency-in-progress', 'Another request with this `Idempotency-Key` is under way.', {
    headers: { 'Retry-After': '1' },
  });
}

/** Uses an approval; `false` = it has been used before. Of two concurrent transactions, one waits for the other. */
export async function useApproval(queries: Queries, id: string, expiresAt: number): Promise<boolean> {
  const { count } = await queries.query(
    'INSERT INTO colophon.approvals (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [digestOf(id), expiresAt],
  );
  return count > 0;
}

function digestOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
