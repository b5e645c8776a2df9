import type { IdempotencyScope, StoredAnswer } from './idempotency.ts';

/**
 * Rows that are committed in one transaction with the work that they guard: the answer of an `Idempotency-Key`, and the
 * single use of an approval. Nothing is written when the claim was lost meanwhile (AppError `idempotency-in-progress`)
 * or the approval has been used (AppError `approval-invalid`).
 */
export interface Guards<T> {
  readonly keep?: {
    readonly scope: IdempotencyScope;
    readonly claim: string;
    readonly expiresAt: number;
    /** Makes the answer of this request from the result of the work. */
    answer(result: T): StoredAnswer;
  };
  readonly approval?: { readonly id: string; readonly expiresAt: number };
}

/** The answer of an `Idempotency-Key`, which is stored in one transaction with the use of an approval. */
export type StoredWithApproval = Omit<NonNullable<Guards<never>['keep']>, 'answer'> & { readonly answer: StoredAnswer };
