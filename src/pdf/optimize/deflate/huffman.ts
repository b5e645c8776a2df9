/**
 * Optimal code lengths in bits for symbol frequencies, at most `maxBits` (package-merge: Larmore, Hirschberg 1990); 0
 * for absent symbols.
 */
export function codeLengths(counts: Uint32Array, maxBits: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const leaves = [...counts.keys()]
    .filter((symbol) => (counts[symbol] ?? 0) > 0)
    .sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b);
  if (leaves.length < 2) {
    for (const symbol of leaves) lengths[symbol] = 1;
    return lengths;
  }
  // A package is a leaf, or two packages of the level below. Only the number of leaves of each level matters.
  let packages: Package[] = leaves.map((symbol) => ({ weight: counts[symbol] ?? 0, symbol, pair: null }));
  const own = packages;
  for (let level = 1; level < maxBits; level += 1) {
    const pairs: Package[] = [];
    for (let at = 0; at + 1 < packages.length; at += 2) {
      const pair = packages.slice(at, at + 2);
      pairs.push({ weight: pair.reduce((sum, { weight }) => sum + weight, 0), symbol: -1, pair });
    }
    packages = merged(own, pairs);
  }
  const stack = packages.slice(0, 2 * leaves.length - 2);
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (one.pair === null) lengths[one.symbol] = (lengths[one.symbol] ?? 0) + 1;
    else stack.push(...one.pair);
  }
  return lengths;
}

interface Package {
  readonly weight: number;
  readonly symbol: number;
  readonly pair: readonly Package[] | null;
}

function merged(one: readonly Package[], other: readonly Package[]): Package[] {
  const all: Package[] = [];
  for (let a = 0, b = 0; a < one.length || b < other.length;) {
    const [left, right] = [one[a], other[b]];
    if (left !== undefined && (right === undefined || left.weight <= right.weight)) {
      all.push(left);
      a += 1;
    } else if (right !== undefined) {
      all.push(right);
      b += 1;
    }
  }
  return all;
}

/** The canonical codes of these lengths (RFC 1951, 3.2.2), with reversed bits, as they are written. */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 15; length += 1) {
    for (const [symbol, own] of lengths.entries()) if (own === length) codes[symbol] = reversed(code++, length);
    code <<= 1;
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let at = 0; at < length; at += 1) bits = (bits << 1) | ((code >> at) & 1);
  return bits;
}
