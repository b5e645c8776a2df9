import type { ApprovalStore } from './facets/approvals.ts';
import type { BlobStore } from './facets/blobs.ts';
import type { IdempotencyStore } from './facets/idempotency.ts';
import type { JobStore } from './facets/jobs.ts';
import type { RateStore } from './facets/rates.ts';
import type { SessionStore } from './facets/sessions.ts';
import type { StorageStore } from './facets/storage.ts';

/**
 * Everything that must survive a crash, in small facets. A driver (sqlite/ for one machine, postgres/ for many)
 * implements all of them over one set of blobs; `test/store/` holds the one suite that every driver passes. Times and
 * durations are milliseconds, times since the epoch.
 *
 * The promise of every facet: a call that has resolved is durable; a call that has rejected has changed nothing. A store
 * that can't be reached, or that has no room left, rejects with AppError `not-ready` (503, with `Retry-After`).
 */
export interface Store {
  readonly idempotency: IdempotencyStore;
  readonly jobs: JobStore;
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  readonly rates: RateStore;
  readonly storage: StorageStore;
  readonly blobs: BlobStore;
  /** Resolves when a row and a file can be written (readiness). */
  check(): Promise<void>;
  /**
   * Deletes expired rows, and blobs that no row names. Resolves with the number of deleted rows. Several processes may
   * call it at once.
   */
  sweep(now: number): Promise<number>;
  close(): Promise<void>;
}
