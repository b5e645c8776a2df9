import type { Filtered } from './filtered.ts';
import { Sink } from './sink.ts';

/**
 * Inflates data that zlib refuses (RFC 1950, RFC 1951): with a broken header, a wrong checksum, truncated or corrupt.
 * Decodes up to the first error. Slower than zlib, and used only after it failed.
 */
export function inflateLeniently(bytes: Buffer, limit: number): Filtered {
  const sink = new Sink(limit, bytes.length * 3);
  const bits = new BitReader(bytes, hasHeader(bytes) ? 2 : 0);
  for (;;) {
    const last = bits.take(1);
    const kind = bits.take(2);
    const intact =
      kind === 0
        ? stored(bits, sink)
        : kind < 3 && compressed(bits, sink, kind === 1 ? fixedCodes : dynamicCodes(bits));
    if (!intact || bits.exhausted()) return { bytes: sink.result(), intact: false };
    if (last === 1) return { bytes: sink.result(), intact: true };
  }
}

/**
 * True for a zlib header by its method 8. Its check bits are ignored, because they are often wrong in damaged files.
 */
function hasHeader(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8 && (bytes[0] ?? 0) >> 4 <= 7;
}

class BitReader {
  readonly #bytes: Buffer;
  #at: number;
  #held = 0;
  #count = 0;
  #exhausted = false;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** True once more bits were requested than available. */
  exhausted(): boolean {
    return this.#exhausted;
  }

  /** Reads up to 16 bits, least significant first; zeros after the end. */
  take(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) this.#exhausted = true;
      this.#held |= (this.#bytes[this.#at++] ?? 0) << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  /** Reads whole bytes from the next byte boundary. */
  block(length: number): Buffer {
    const block = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    if (block.length < length) this.#exhausted = true;
    return block;
  }

  align(): void {
    this.#at -= this.#count >> 3;
    this.#held = 0;
    this.#count = 0;
  }
}

function stored(bits: BitReader, sink: Sink): boolean {
  bits.align();
  const length = bits.take(16);
  const complement = bits.take(16);
  if (length !== (~complement & 0xffff)) return false;
  sink.append(bits.block(length));
  return true;
}

/** Canonical Huffman codes: counts by length, and symbols in order. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

interface BlockCodes {
  readonly literals: Codes;
  readonly distances: Codes;
}

function codesOf(lengths: Uint8Array | readonly number[]): Codes {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const next = new Uint16Array(16);
  for (let length = 1; length < 15; length += 1) next[length + 1] = (next[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    symbols[next[length] ?? 0] = symbol;
    next[length] = (next[length] ?? 0) + 1;
  }
  return { counts, symbols };
}

/** -1 for an invalid code. */
function symbolFrom(bits: BitReader, { counts, symbols }: Codes): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= 15; length += 1) {
    code |= bits.take(1);
    const count = counts[length] ?? 0;
    if (code - count < first) return symbols[index + code - first] ?? -1;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return -1;
}

const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const distanceBits = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const fixedCodes: BlockCodes = {
  literals: codesOf(
    Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
  ),
  distances: codesOf(new Array<number>(30).fill(5)),
};

function compressed(bits: BitReader, sink: Sink, codes: BlockCodes | null): boolean {
  if (codes === null) return false;
  while (!bits.exhausted()) {
    const symbol = symbolFrom(bits, codes.literals);
    if (symbol === 256) return true;
    if (symbol < 0 || symbol > 285) return false;
    if (symbol < 256) {
      if (!bits.exhausted()) sink.push(symbol);
      continue;
    }
    const length = (lengthBases[symbol - 257] ?? 0) + bits.take(lengthBits[symbol - 257] ?? 0);
    const code = symbolFrom(bits, codes.distances);
    if (code < 0 || code > 29) return false;
    const distance = (distanceBases[code] ?? 0) + bits.take(distanceBits[code] ?? 0);
    if (bits.exhausted() || !sink.repeat(distance, length)) return false;
  }
  return false;
}

/** Reads the code lengths of a dynamic block (RFC 1951, 3.2.7). */
function dynamicCodes(bits: BitReader): BlockCodes | null {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const codes = bits.take(4) + 4;
  const lengths = new Uint8Array(19);
  for (let index = 0; index < codes; index += 1) lengths[lengthOrder[index] ?? 0] = bits.take(3);
  const all = codeLengths(bits, codesOf(lengths), literals + distances);
  return all === null
    ? null
    : { literals: codesOf(all.subarray(0, literals)), distances: codesOf(all.subarray(literals)) };
}

function codeLengths(bits: BitReader, codes: Codes, count: number): Uint8Array | null {
  const lengths = new Uint8Array(count);
  let at = 0;
  while (at < count) {
    const symbol = symbolFrom(bits, codes);
    if (symbol < 0 || bits.exhausted()) return null;
    if (symbol < 16) lengths[at++] = symbol;
    else {
      const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
      const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
      lengths.fill(value, at, Math.min(count, at + times));
      at += times;
    }
  }
  return lengths;
}
