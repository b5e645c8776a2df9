import type { Filtered } from './filtered.ts';
import { Sink } from './sink.ts';

const clear = 256;
const endOfData = 257;

/** LZWDecode (ISO 32000-2, 7.4.4): codes of 9 to 12 bits. With `early` (EarlyChange 1) codes grow one code earlier. */
export function decodeLzw(bytes: Buffer, early: boolean, limit: number): Filtered {
  const sink = new Sink(limit, bytes.length * 4);
  const table = new LzwTable(sink);
  let bits = 0;
  let held = 0;
  let width = 9;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === endOfData) return { bytes: sink.result(), intact: true };
    if (code === clear) table.clear();
    else if (!table.write(code)) return { bytes: sink.result(), intact: false };
    width = table.width(early ? 1 : 0);
  }
  // Many encoders omit the end-of-data code.
  return { bytes: sink.result(), intact: true };
}

/** Sequences as ranges of the output: each is the previous one and the byte after it. */
class LzwTable {
  readonly #sink: Sink;
  readonly #starts = new Int32Array(4096);
  readonly #lengths = new Int32Array(4096);
  #next = 258;
  #before = -1;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  clear(): void {
    this.#next = 258;
    this.#before = -1;
  }

  width(early: number): number {
    const codes = this.#next + early;
    return codes >= 2048 ? 12 : codes >= 1024 ? 11 : codes >= 512 ? 10 : 9;
  }

  /** False for an undefined code. */
  write(code: number): boolean {
    const start = this.#sink.length;
    const previous = this.#before < 0 ? 0 : start - this.#before;
    if (this.#before >= 0 && this.#next < 4096) {
      // The new sequence is the previous one and the first byte of this one, which follows it in the output.
      this.#starts[this.#next] = this.#before;
      this.#lengths[this.#next] = previous + 1;
      this.#next += 1;
    }
    if (code < 256) this.#sink.push(code);
    else if (code < this.#next && code > endOfData)
      this.#sink.repeat(start - (this.#starts[code] ?? 0), this.#lengths[code] ?? 0);
    else return false;
    this.#before = start;
    return true;
  }
}
