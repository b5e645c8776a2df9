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
    let digits = 1;
    for (let above = 10; above <= value; above *= 10) digits += 1;
    this.#reserve(digits);
    const bytes = this.#bytes;
    let at = (this.#length += digits);
    for (let rest = value; digits > 0; digits -= 1) {
      const tens = (rest / 10) | 0;
      bytes[--at] = 0x30 + rest - tens * 10;
      rest = tens;
    }
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
