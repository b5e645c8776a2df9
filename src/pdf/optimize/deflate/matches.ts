/** Lengths and distances of deflate (RFC 1951, 3.2.5). */
export const minMatch = 3;

/** Longest match of deflate (RFC 1951, 3.2.5). */
export const maxMatch = 258;
const window = 32_768;

/** Earlier places with the same three bytes that are tried for each place. */
const maxTried = 192;

/**
 * The useful matches at every place: longer ones are farther back. Those of place `i` are from `starts[i]` to `starts[i
 * + 1]`.
 */
export interface Matches {
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  readonly distances: Uint16Array;
}

/** Finds the useful matches at every byte. */
export function findMatches(bytes: Buffer): Matches {
  const size = bytes.length;
  const heads = new Int32Array(65_536).fill(-1);
  const chain = new Int32Array(size).fill(-1);
  const starts = new Uint32Array(size + 1);
  let lengths = new Uint16Array(size * 2 + 16);
  let distances = new Uint16Array(size * 2 + 16);
  let count = 0;
  for (let at = 0; at < size; at += 1) {
    starts[at] = count;
    if (at + minMatch > size) continue;
    const hash = (((bytes[at] ?? 0) << 8) ^ ((bytes[at + 1] ?? 0) << 4) ^ ((bytes[at + 2] ?? 0) * 0x9e5)) & 0xffff;
    const limit = Math.min(maxMatch, size - at);
    let best = minMatch - 1;
    let tried = 0;
    for (
      let from = heads[hash] ?? -1;
      from >= 0 && at - from <= window && tried < maxTried && best < limit;
      from = chain[from] ?? -1, tried += 1
    ) {
      if (bytes[from + best] !== bytes[at + best]) continue;
      let length = 0;
      while (length < limit && bytes[from + length] === bytes[at + length]) length += 1;
      if (length <= best) continue;
      best = length;
      if (count === lengths.length) [lengths, distances] = [grown(lengths), grown(distances)];
      lengths[count] = length;
      distances[count] = at - from;
      count += 1;
    }
    chain[at] = heads[hash] ?? -1;
    heads[hash] = at;
  }
  starts[size] = count;
  return { starts, lengths, distances };
}

function grown(array: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(array.length * 2);
  larger.set(array);
  return larger;
}
