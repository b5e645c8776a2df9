import type { Taken } from './facets/rates.ts';

/**
 * A rate limit over a sliding window. It stores the times of admitted requests, so that no period of `window`
 * milliseconds has more than the limit. A refused request does not count, so a client that waits for `retryAfter` is
 * admitted. Memory is bounded: beyond `maxKeys` the key that was idle longest is removed.
 */
export class SlidingWindow {
  readonly #window: number;
  readonly #maxKeys: number;
  /** The times of the admitted requests by key, oldest first. The keys are in the order of their last use. */
  readonly #hits = new Map<string, number[]>();

  constructor(window: number, maxKeys = 10_000) {
    this.#window = window;
    this.#maxKeys = maxKeys;
  }

  /** Counts a request at the time `now` (milliseconds), if its key has had fewer than `limit` in the window. */
  take(key: string, limit: number, now = performance.now()): Taken {
    const hits = this.#hitsOf(key, now);
    const allowed = hits.length < limit;
    if (allowed) hits.push(now);
    this.#use(key, hits);
    const oldest = hits[Math.max(0, hits.length - limit)] ?? now;
    return {
      allowed,
      remaining: Math.max(0, limit - hits.length),
      retryAfter: Math.max(1, Math.ceil((this.#window - (now - oldest)) / 1000)),
    };
  }

  /** The number of stored keys. */
  get size(): number {
    return this.#hits.size;
  }

  #hitsOf(key: string, now: number): number[] {
    const hits = this.#hits.get(key) ?? [];
    const fresh = hits.findIndex((time) => time > now - this.#window);
    hits.splice(0, fresh < 0 ? hits.length : fresh);
    return (hits.at(-1) ?? now) > now ? hits.map((time) => Math.min(time, now)) : hits; // the clock was set back
  }

  #use(key: string, hits: number[]): void {
    this.#hits.delete(key);
    this.#hits.set(key, hits);
    if (this.#hits.size <= this.#maxKeys) return;
    const [idle] = this.#hits.keys();
    if (idle !== undefined) this.#hits.delete(idle);
  }
}
