import { AppError } from '../../problems.ts';

/** A byte buffer that grows up to a limit. */
export class Sink {
  #bytes: Buffer;
  #length = 0;
  readonly #limit: number;

  constructor(limit: number, expected = 4096) {
    this.#limit = limit;
    this.#bytes = Buffer.allocUnsafe(Math.max(64, Math.min(limit, expected)));
  }

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = byte;
  }

  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  fill(byte: number, count: number): void {
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    this.#bytes.fill(byte, this.#length, this.#length + count);
    this.#length += count;
  }

  /**
   * Copies `count` bytes from `distance` before the end; source and copy may overlap. False if `distance` exceeds the
   * length.
   */
  repeat(distance: number, count: number): boolean {
    if (distance > this.#length) return false;
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    const bytes = this.#bytes;
    for (let left = count; left > 0; left -= 1) {
      bytes[this.#length] = bytes[this.#length - distance] ?? 0;
      this.#length += 1;
    }
    return true;
  }

  result(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(by: number): void {
    const needed = this.#length + by;
    if (needed > this.#limit) throw tooLarge(this.#limit);
    const grown = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(needed, this.#bytes.length * 2)));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** The problem of a stream that exceeds its limit in bytes. */
export function tooLarge(limit: number): AppError {
  return new AppError('limit-exceeded', `A stream of the document inflates to more than ${limit} bytes.`);
}
