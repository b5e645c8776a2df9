/** An answer as it is stored for a replay: the body, and the headers that describe it. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One key of one client is a different key for each method and path. */
export interface IdempotencyScope {
  readonly client: string;
  readonly method: string;
  readonly path: string;
  /** The `Idempotency-Key` header. */
  readonly key: string;
}

/**
 * The result of `begin`: the key is now claimed (`started`), its first request is still running, it belongs to a request
 * with another fingerprint (`conflict`), or its answer is stored (docs/spec/requests.md).
 */
export type IdempotencyState =
  | { readonly state: 'started'; readonly claim: string }
  | { readonly state: 'running' }
  | { readonly state: 'conflict' }
  | { readonly state: 'finished'; readonly answer: StoredAnswer };

/** The claims and answers of `Idempotency-Key`. */
export interface IdempotencyStore {
  /**
   * Claims the key for a request with this fingerprint, atomically, or reports its state. A claim whose holder died
   * (its lease ran out without `renew`) is free again.
   */
  begin(scope: IdempotencyScope, fingerprint: string, leaseUntil: number, now: number): Promise<IdempotencyState>;
  /** Extends the lease of a claim that is still running. */
  renew(scope: IdempotencyScope, claim: string, leaseUntil: number): Promise<void>;
  /** Stores the answer until `expiresAt`. Does nothing when the claim was lost or its answer is stored already. */
  finish(scope: IdempotencyScope, claim: string, answer: StoredAnswer, expiresAt: number): Promise<void>;
  /** Releases the key, so that the next request with it runs. */
  release(scope: IdempotencyScope, claim: string): Promise<void>;
}
