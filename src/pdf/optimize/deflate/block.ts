import { codeLengths, codesOf } from './huffman.ts';
import {
  baseOfDistance,
  baseOfLength,
  countsOf,
  distanceExtras,
  distanceSymbol,
  endOfBlock,
  lengthSymbol,
  literalExtras,
  type Counts,
  type Steps,
} from './symbols.ts';

/** Collects bits, least significant first (RFC 1951, 3.1.1). */
export class BitSink {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;

  bits(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#bytes.push(this.#held & 0xff);
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  get bytes(): Buffer {
    return Buffer.from(this.#count > 0 ? [...this.#bytes, this.#held & 0xff] : this.#bytes);
  }
}

/** Codes of a dynamic block (RFC 1951, 3.2.7). */
interface Codes {
  readonly literals: Uint8Array;
  readonly distances: Uint8Array;
  /** The run-length encoded lengths of both: symbols, and their extra bits. */
  readonly lengths: readonly (readonly [symbol: number, bits: number, value: number])[];
  readonly lengthCodes: Uint8Array;
  readonly sent: { readonly literals: number; readonly distances: number; readonly lengths: number };
}

/** The order of the code lengths for the code length alphabet (RFC 1951, 3.2.7). */
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function codesFor({ literals, distances }: Counts): Codes {
  const far = distances.some((count) => count > 0)
    ? distances
    : Uint32Array.from(distances, (_, symbol) => (symbol === 0 ? 1 : 0));
  const own = { literals: codeLengths(literals, 15), distances: codeLengths(far, 15) };
  const sent = {
    literals: Math.max(257, own.literals.findLastIndex((length) => length > 0) + 1),
    distances: Math.max(1, own.distances.findLastIndex((length) => length > 0) + 1),
  };
  const lengths = runs([...own.literals.subarray(0, sent.literals), ...own.distances.subarray(0, sent.distances)]);
  const counts = new Uint32Array(19);
  for (const [symbol] of lengths) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const lengthCodes = codeLengths(counts, 7);
  return {
    ...own,
    lengths,
    lengthCodes,
    sent: { ...sent, lengths: Math.max(4, order.findLastIndex((symbol) => (lengthCodes[symbol] ?? 0) > 0) + 1) },
  };
}

/** Run-length encodes code lengths (RFC 1951, 3.2.7). */
function runs(lengths: readonly number[]): [number, number, number][] {
  const all: [number, number, number][] = [];
  for (let at = 0; at < lengths.length;) {
    const length = lengths[at] ?? 0;
    let count = 1;
    while (lengths[at + count] === length) count += 1;
    at += count;
    if (length === 0) {
      for (; count >= 11; count -= Math.min(138, count)) all.push([18, 7, Math.min(138, count) - 11]);
      for (; count >= 3; count -= Math.min(10, count)) all.push([17, 3, Math.min(10, count) - 3]);
    } else {
      all.push([length, 0, 0]);
      count -= 1;
      for (; count >= 3; count -= Math.min(6, count)) all.push([16, 2, Math.min(6, count) - 3]);
    }
    for (; count > 0; count -= 1) all.push([length, 0, 0]);
  }
  return all;
}

/** Estimates the bits of a block of steps by entropy, because building its codes would take too long. */
export function sizeOfBlock(steps: Steps, from: number, to: number): number {
  const { literals, distances } = countsOf(steps, from, to);
  return 80 + sizeOf(literals, literalExtras) + sizeOf(distances, distanceExtras);
}

/** Approximate bits of a code length. */
const codeBits = 4;

function sizeOf(counts: Uint32Array, extras: Uint8Array): number {
  let [total, bits] = [0, 0];
  for (let symbol = 0; symbol < counts.length; symbol += 1) {
    const count = counts[symbol] ?? 0;
    if (count === 0) continue;
    total += count;
    bits += codeBits + count * ((extras[symbol] ?? 0) - Math.log2(count));
  }
  return total === 0 ? 0 : bits + total * Math.log2(total);
}

/** Writes the steps from one index up to another as a block with codes of its own (RFC 1951, 3.2.7). */
export function writeBlock(
  sink: BitSink,
  steps: Steps,
  { from, to, last }: { readonly from: number; readonly to: number; readonly last: boolean },
): void {
  const codes = codesFor(countsOf(steps, from, to));
  const [literals, distances, lengths] = [
    codesOf(codes.literals),
    codesOf(codes.distances),
    codesOf(codes.lengthCodes),
  ];
  sink.bits(last ? 1 : 0, 1);
  sink.bits(2, 2);
  sink.bits(codes.sent.literals - 257, 5);
  sink.bits(codes.sent.distances - 1, 5);
  sink.bits(codes.sent.lengths - 4, 4);
  for (const symbol of order.slice(0, codes.sent.lengths)) sink.bits(codes.lengthCodes[symbol] ?? 0, 3);
  for (const [symbol, extra, value] of codes.lengths) {
    sink.bits(lengths[symbol] ?? 0, codes.lengthCodes[symbol] ?? 0);
    sink.bits(value, extra);
  }
  const literal = (symbol: number) => {
    sink.bits(literals[symbol] ?? 0, codes.literals[symbol] ?? 0);
  };
  for (let at = from; at < to; at += 1) {
    const [length, distance] = [steps.lengths[at] ?? 0, steps.distances[at] ?? 0];
    if (length === 0) {
      literal(distance);
      continue;
    }
    const [near, far] = [lengthSymbol(length), distanceSymbol(distance)];
    literal(near);
    sink.bits(length - baseOfLength(near), literalExtras[near] ?? 0);
    sink.bits(distances[far] ?? 0, codes.distances[far] ?? 0);
    sink.bits(distance - baseOfDistance(far), distanceExtras[far] ?? 0);
  }
  literal(endOfBlock);
}
