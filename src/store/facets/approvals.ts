import type { StoredWithApproval } from './guards.ts';

/** The ids of used approvals: each approval is valid once. */
export interface ApprovalStore {
  /**
   * True when the approval has been used. It is a check before expensive work; only `use` decides, because two requests
   * may check at once.
   */
  isUsed(id: string): Promise<boolean>;
  /**
   * Uses an approval; `false` = it has been used before. The id is remembered until `expiresAt`. The answer is stored in
   * the same transaction: nothing is written when its claim was lost meanwhile (AppError `idempotency-in-progress`) or
   * the approval has been used.
   */
  use(id: string, expiresAt: number, keep?: StoredWithApproval): Promise<boolean>;
}
