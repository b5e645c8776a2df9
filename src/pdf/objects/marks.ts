/**
 * Offsets of a word in the file, found in one pass at the first request. Damaged streams are thus found without a pass
 * over the file for each.
 */
export class Marks {
  readonly #bytes: Buffer;
  readonly #word: string;
  #offsets: readonly number[] | undefined;

  constructor(bytes: Buffer, word: string) {
    this.#bytes = bytes;
    this.#word = word;
  }

  get offsets(): readonly number[] {
    return (this.#offsets ??= allOf(this.#bytes, this.#word));
  }

  /** The first at or after `from`, or -1. */
  after(from: number): number {
    const { offsets } = this;
    let low = 0;
    let high = offsets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return offsets[low] ?? -1;
  }
}

function allOf(bytes: Buffer, word: string): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) offsets.push(at);
  return offsets;
}
