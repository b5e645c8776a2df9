/** The decision on one request under one key. */
export interface Taken {
  readonly allowed: boolean;
  /** Requests that the key may still make within the window. */
  readonly remaining: number;
  /** Whole seconds until the oldest request of the window has left it, at least 1. */
  readonly retryAfter: number;
}

/** Rate limits that all nodes share. */
export interface RateStore {
  /**
   * Counts one request under each key, if the key has had fewer than `limit` in the last `window` milliseconds. A
   * refused request does not count. The decisions are in the order of `takes` and end with the first refusal.
   */
  take(
    takes: readonly { readonly key: string; readonly limit: number }[],
    window: number,
    now: number,
  ): Promise<readonly Taken[]>;
}
