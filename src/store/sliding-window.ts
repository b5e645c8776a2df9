import type { Taken } from './facets/rates.ts';

/**
 * A rate limit over a sliding window: it remembers when each admitted request came, so that no stretch of `window`
 * milliseconds holds more than the limit. A refused request takes nothing: who waits for `retryAfter` is let through.
 * Memory is bounded: past `maxKeys` the key that was idle longest is forgotten.
 */
export class SlidingWindow {
  readonly #window: number;
  readonly #maxKeys: number;
  /** By key, the times of the admitted requests, oldest first; the keys in the order of their last use. */
  readonly #hits = new Map<string, number[]>();

  constructor(window: number, maxKeys = 10_000) {
    this.#window = window;
    this.#maxKeys = maxKeys;
  }

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

  /** How many keys are remembered. */
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
