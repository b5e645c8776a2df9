/** Characters from which on the runtime copies a text faster than a loop. */
const longText = 40;

/** Bytes that grow as they are written. A string for every piece of an object would cost more than the object. */
export class ByteSink {
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was written: a view, good until something else is. */
  get view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins anew in the same memory. */
  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** One byte a character (Latin-1). */
  text(text: string): void {
    this.#reserve(text.length);
    if (text.length > longText) {
      this.#length += this.#bytes.write(text, this.#length, 'latin1');
      return;
    }
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index += 1) bytes[at++] = text.charCodeAt(index);
    this.#length = at;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A whole number in decimal digits. */
  integer(value: number): void {
    if (value < 0 || value > 0x7fffffff) {
      this.text(String(value));
      return;
    }
    const digits = digitsOf(value);
    this.#reserve(digits);
    const bytes = this.#bytes;
    let at = (this.#length += digits);
    let rest = value;
    while (rest > 9) {
      const tens = (rest / 10) | 0;
      bytes[--at] = 0x30 + rest - tens * 10;
      rest = tens;
    }
    bytes[at - 1] = 0x30 + rest;
  }

  /** An indirect reference of generation 0: `12 0 R`. */
  reference(num: number): void {
    this.integer(num);
    this.#reserve(4);
    const bytes = this.#bytes;
    const at = this.#length;
    bytes[at] = 0x20;
    bytes[at + 1] = 0x30;
    bytes[at + 2] = 0x20;
    bytes[at + 3] = 0x52;
    this.#length = at + 4;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** The number of decimal digits of a whole number of 31 bits. */
function digitsOf(value: number): number {
  if (value < 1000) return value < 10 ? 1 : value < 100 ? 2 : 3;
  if (value < 1_000_000) return value < 10_000 ? 4 : value < 100_000 ? 5 : 6;
  if (value < 100_000_000) return value < 10_000_000 ? 7 : 8;
  return value < 1_000_000_000 ? 9 : 10;
}
