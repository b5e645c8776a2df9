/** The characters that a font has, as sorted ranges that do not touch. */
export class Coverage {
  /** First, last, first, last... */
  readonly #bounds: Uint32Array;

  constructor(ranges: readonly (readonly [first: number, last: number])[]) {
    const bounds: number[] = [];
    for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
      const before = bounds.at(-1);
      if (before !== undefined && first <= before + 1) bounds[bounds.length - 1] = Math.max(before, last);
      else bounds.push(first, last);
    }
    this.#bounds = Uint32Array.from(bounds);
  }

  has(character: number): boolean {
    const bounds = this.#bounds;
    let low = 0;
    let high = bounds.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle * 2 + 1] ?? 0) < character) low = middle + 1;
      else high = middle;
    }
    return low * 2 < bounds.length && (bounds[low * 2] ?? 0) <= character;
  }
}
