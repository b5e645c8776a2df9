import type { Guarded } from './guarded.ts';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../problems.ts';
import type { Guards } from '../facets/guards.ts';
import { approvalUse, claimLost } from './approvals.ts';
import { finishing } from './idempotency.ts';
import { transaction } from './transaction.ts';

/** The function of this database that runs guarded work. */
export function guardedBy(database: DatabaseSync): Guarded {
  const use = approvalUse(database);
  const finish = finishing(database);

  /**
   * Applies the guards. A stored answer stays in its row, whatever its size: it is made within the transaction, where
   * no blob can be written.
   */
  function applyGuards<U>({ approval, keep }: Guards<U>, result: U): void {
    if (approval && !use(approval.id, approval.expiresAt))
      throw new AppError('approval-invalid', 'This approval has been used.');
    if (!keep) return;
    const { status, headers, body } = keep.answer(result);
    const isFinished = finish(
      keep.scope,
      keep.claim,
      { status, headers, body: { inline: body, blob: null } },
      keep.expiresAt,
    );
    if (!isFinished) throw claimLost();
  }

  return (guards, work, done) =>
    transaction(database, () => {
      const result = work();
      if (guards && (done === undefined || done(result))) applyGuards(guards as Guards<typeof result>, result);
      return result;
    });
}
