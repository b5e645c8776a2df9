/** Random numbers of a seed (Mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** One of these; `undefined` = there is none. */
  of<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }
}
