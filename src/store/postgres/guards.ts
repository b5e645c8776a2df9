import { AppError } from '../../problems.ts';
import type { BlobFolder } from '../blobs/blob-folder.ts';
import type { Guards } from '../facets/guards.ts';
import { claimLost, useApproval } from './approvals.ts';
import type { Queries } from './database.ts';
import { storeAnswer } from './idempotency.ts';

/**
 * Applies guards within the transaction of the work, after it. Throws when a guard forbids the work, which undoes it.
 */
export async function applyGuards<T>(
  tx: Queries,
  blobs: BlobFolder,
  guards: Guards<T> | undefined,
  result: T,
): Promise<void> {
  const { keep, approval } = guards ?? {};
  if (approval && !(await useApproval(tx, approval.id, approval.expiresAt)))
    throw new AppError('approval-invalid', 'This approval has been used before. Request a new one.');
  if (keep && !(await storeAnswer(tx, blobs, keep, keep.answer(result)))) throw claimLost();
}
