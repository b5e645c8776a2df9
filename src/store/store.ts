/**
 * What must survive a crash, as small facets. A driver (sqlite/, later postgres/) implements all of them;
 * `test/store/` holds the one suite that every driver passes. Times are milliseconds since the epoch.
 */
export interface Store {
  readonly idempotency: IdempotencyStore;
  /** Deletes what has expired; returns how many rows went. */
  sweep(now: number): Promise<number>;
  close(): Promise<void>;
}

/** An answer as it is kept for a replay: the body, and the headers that describe it. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface IdempotencyScope {
  readonly client: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** What `begin` found: `started` = it is ours to run; the others as in contract 3. */
export type IdempotencyState =
  | { readonly state: 'started'; readonly claim: string }
  | { readonly state: 'running' }
  | { readonly state: 'conflict' }
  | { readonly state: 'finished'; readonly answer: KeptAnswer };

export interface IdempotencyStore {
  /**
   * Claims the key for a request with this fingerprint, atomically, or says what is there.
   * A claim whose holder died (its lease ran out without `renew`) is free again.
   */
  begin(scope: IdempotencyScope, fingerprint: string, leaseUntil: number, now: number): Promise<IdempotencyState>;
  /** Extends the lease of a claim that is still running. */
  renew(scope: IdempotencyScope, claim: string, leaseUntil: number): Promise<void>;
  /** Keeps the answer until `expiresAt`; does nothing when the claim was lost. */
  finish(scope: IdempotencyScope, claim: string, answer: KeptAnswer, expiresAt: number): Promise<void>;
  /** Gives the key back: the next request with it runs. */
  release(scope: IdempotencyScope, claim: string): Promise<void>;
}
