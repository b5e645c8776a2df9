/** Symbols of lengths and distances, and bits that follow them (RFC 1951, 3.2.5). */
const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12_289, 16_385, 24_577,
];
const distanceBits = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];

/** Number of literal and length symbols. */
export const literals = 286;

/** Number of distance symbols. */
export const distances = 30;

/** The end-of-block symbol. */
export const endOfBlock = 256;

const lengthSymbols = Uint16Array.from(
  { length: 259 },
  (_, length) =>
    257 +
    Math.max(
      0,
      lengthBases.findLastIndex((base) => base <= length),
    ),
);
const distanceSymbols = Uint8Array.from({ length: 32_769 }, (_, distance) =>
  Math.max(
    0,
    distanceBases.findLastIndex((base) => base <= distance),
  ),
);

/** The symbol of a match length. */
export const lengthSymbol = (length: number): number => lengthSymbols[length] ?? 0;

/** The symbol of a match distance. */
export const distanceSymbol = (distance: number): number => distanceSymbols[distance] ?? 0;
/** Extra bits of each symbol; none for literals. */
export const literalExtras = Uint8Array.from({ length: literals }, (_, symbol) =>
  symbol < 257 ? 0 : (lengthBits[symbol - 257] ?? 0),
);

/** Extra bits of each distance symbol. */
export const distanceExtras = Uint8Array.from(distanceBits);

/** The shortest length of a symbol. */
export const baseOfLength = (symbol: number): number => lengthBases[symbol - 257] ?? 0;

/** The least distance of a symbol. */
export const baseOfDistance = (symbol: number): number => distanceBases[symbol] ?? 0;

/** The symbols of each step: `lengths` is 0 for a literal, whose byte is in `distances`. */
export interface Steps {
  readonly count: number;
  readonly lengths: Uint16Array;
  readonly distances: Uint16Array;
}

/** Frequencies by symbol. */
export interface Counts {
  readonly literals: Uint32Array;
  readonly distances: Uint32Array;
}

/** Frequencies of the symbols from one step to another, with an end-of-block symbol. */
export function countsOf({ lengths, distances: far }: Steps, from: number, to: number): Counts {
  const counts = { literals: new Uint32Array(literals), distances: new Uint32Array(distances) };
  for (let at = from; at < to; at += 1) {
    const length = lengths[at] ?? 0;
    const symbol = length === 0 ? (far[at] ?? 0) : (lengthSymbols[length] ?? 0);
    counts.literals[symbol] = (counts.literals[symbol] ?? 0) + 1;
    if (length === 0) continue;
    const distance = distanceSymbols[far[at] ?? 0] ?? 0;
    counts.distances[distance] = (counts.distances[distance] ?? 0) + 1;
  }
  counts.literals[endOfBlock] = 1;
  return counts;
}
