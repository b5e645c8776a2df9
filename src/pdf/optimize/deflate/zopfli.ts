import { deflateSync } from 'node:zlib';
import { BitSink, sizeOfBlock, writeBlock } from './block.ts';
import { findMatches, minMatch, type Matches } from './matches.ts';
import {
  countsOf,
  distanceExtras,
  distanceSymbol,
  lengthSymbol,
  literalExtras,
  type Counts,
  type Steps,
} from './symbols.ts';

/** Iterations; each uses the symbol costs of the previous one. */
const rounds = 4;

/** Steps of the shortest block that is divided, and blocks of one stream. */
const minSteps = 64;
const maxBlocks = 16;

/**
 * Compresses bytes to the zlib format (RFC 1950) after zopfli (L. Vandevenne, J. Alakuijala 2013): the cheapest path
 * through all matches, in blocks with their own codes. The result is some per cent smaller than zlib's, and takes a
 * hundred times as long.
 */
export function deflateSlowly(bytes: Buffer): Buffer {
  const matches = findMatches(bytes);
  let cost = firstCosts();
  let best: Divided | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const divided = dividedWay(shortestWay(bytes, matches, () => cost));
    if (best !== null && divided.size >= best.size) break;
    best = divided;
    cost = costsOf(countsOf(divided.steps, 0, divided.steps.count));
  }
  for (let round = 0; best !== null && best.ends.length > 1 && round < 2; round += 1) {
    const divided = dividedWay(shortestWay(bytes, matches, costsByPlace(best)));
    if (divided.size >= best.size) break;
    best = divided;
  }
  const sink = new BitSink();
  const { steps, ends } = best ?? dividedWay({ count: 0, lengths: new Uint16Array(0), distances: new Uint16Array(0) });
  ends.forEach((end, index) => {
    writeBlock(sink, steps, { from: ends[index - 1] ?? 0, to: end, last: index === ends.length - 1 });
  });
  // The checksum at the end (RFC 1950, 2.2) is taken from zlib's result.
  return Buffer.concat([Buffer.from([0x78, 0xda]), sink.bytes, deflateSync(bytes, { level: 1 }).subarray(-4)]);
}

/** A sequence of steps, the ends of its blocks, and its size in bits. */
interface Divided {
  readonly steps: Steps;
  readonly ends: readonly number[];
  readonly size: number;
}

function dividedWay(steps: Steps): Divided {
  const ends = blocksOf(steps);
  return {
    steps,
    ends,
    size: ends.reduce((sum, end, index) => sum + sizeOfBlock(steps, ends[index - 1] ?? 0, end), 0),
  };
}

/** The symbol costs at each byte, by the block that it is in. */
function costsByPlace({ steps, ends }: Divided): (at: number) => Costs {
  let [step, place] = [0, 0];
  const blocks = ends.map((end, index) => {
    for (; step < end; step += 1) place += Math.max(1, steps.lengths[step] ?? 0);
    return { end: place, cost: costsOf(countsOf(steps, ends[index - 1] ?? 0, end)) };
  });
  let block = 0;
  return (at) => {
    while (block + 1 < blocks.length && at >= (blocks[block]?.end ?? 0)) block += 1;
    return blocks[block]?.cost ?? firstCosts();
  };
}

/** Estimated bits of symbols, including their extra bits. */
interface Costs {
  readonly literals: Float64Array;
  /** By match length. */
  readonly lengths: Float64Array;
  /** By distance symbol. */
  readonly distances: Float64Array;
}

function firstCosts(): Costs {
  return {
    literals: new Float64Array(256).fill(6.5),
    lengths: Float64Array.from({ length: 259 }, (_, length) =>
      length < minMatch ? Infinity : 6 + (literalExtras[lengthSymbol(length)] ?? 0),
    ),
    distances: Float64Array.from({ length: 30 }, (_, symbol) => 4.5 + (distanceExtras[symbol] ?? 0)),
  };
}

function costsOf(counts: Counts): Costs {
  const [literals, distances] = [entropy(counts.literals), entropy(counts.distances)];
  return {
    literals: literals.subarray(0, 256),
    lengths: Float64Array.from({ length: 259 }, (_, length) =>
      length < minMatch ? Infinity : (literals[lengthSymbol(length)] ?? 0) + (literalExtras[lengthSymbol(length)] ?? 0),
    ),
    distances: Float64Array.from(
      { length: 30 },
      (_, symbol) => (distances[symbol] ?? 0) + (distanceExtras[symbol] ?? 0),
    ),
  };
}

/** Bits of each symbol by its frequency; an absent symbol costs as much as one that occurs once. */
function entropy(counts: Uint32Array): Float64Array {
  const total = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  return Float64Array.from(counts, (count) => Math.log2(total / Math.max(1, count)));
}

/** The cheapest steps from the first byte to the last. */
function shortestWay(bytes: Buffer, { starts, lengths, distances }: Matches, costAt: (at: number) => Costs): Steps {
  const size = bytes.length;
  const reached = new Float64Array(size + 1).fill(Infinity);
  const taken = new Uint16Array(size + 1);
  const far = new Uint16Array(size + 1);
  reached[0] = 0;
  for (let at = 0; at < size; at += 1) {
    const here = reached[at] ?? 0;
    const cost = costAt(at);
    const plain = here + (cost.literals[bytes[at] ?? 0] ?? 0);
    if (plain < (reached[at + 1] ?? 0)) {
      reached[at + 1] = plain;
      taken[at + 1] = 0;
    }
    let length = minMatch;
    for (let match = starts[at] ?? 0; match < (starts[at + 1] ?? 0); match += 1) {
      const distance = distances[match] ?? 0;
      const there = here + (cost.distances[distanceSymbol(distance)] ?? 0);
      for (const longest = lengths[match] ?? 0; length <= longest; length += 1) {
        const total = there + (cost.lengths[length] ?? 0);
        if (total >= (reached[at + length] ?? 0)) continue;
        reached[at + length] = total;
        taken[at + length] = length;
        far[at + length] = distance;
      }
    }
  }
  return backwards(bytes, taken, far);
}

function backwards(bytes: Buffer, taken: Uint16Array, far: Uint16Array): Steps {
  let count = 0;
  for (let at = bytes.length; at > 0; at -= Math.max(1, taken[at] ?? 0)) count += 1;
  const steps = { count, lengths: new Uint16Array(count), distances: new Uint16Array(count) };
  for (let at = bytes.length, to = count - 1; at > 0; to -= 1) {
    const length = taken[at] ?? 0;
    steps.lengths[to] = length;
    steps.distances[to] = length === 0 ? (bytes[at - 1] ?? 0) : (far[at] ?? 0);
    at -= Math.max(1, length);
  }
  return steps;
}

/** Ends of blocks: each block is divided at its best place, as long as that saves bits. */
function blocksOf(steps: Steps): number[] {
  const ends: number[] = [];
  const part = (from: number, to: number, left: number): void => {
    const whole = sizeOfBlock(steps, from, to);
    const at = to - from < 2 * minSteps || left < 2 ? null : bestSplit(steps, from, to);
    if (at === null || sizeOfBlock(steps, from, at) + sizeOfBlock(steps, at, to) >= whole) {
      ends.push(to);
      return;
    }
    part(from, at, left >> 1);
    part(at, to, left >> 1);
  };
  part(0, steps.count, maxBlocks);
  return ends;
}

/** Finds a good place by sampling, then by closer samples around the best. */
function bestSplit(steps: Steps, from: number, to: number): number {
  let [low, high, best] = [from + 1, to - 1, (from + to) >> 1];
  while (high - low > 8) {
    const places = Array.from({ length: 8 }, (_, index) => low + Math.floor(((index + 1) * (high - low)) / 9));
    const sizes = places.map((at) => sizeOfBlock(steps, from, at) + sizeOfBlock(steps, at, to));
    const least = sizes.indexOf(Math.min(...sizes));
    best = places[least] ?? best;
    [low, high] = [places[least - 1] ?? low, places[least + 1] ?? high];
  }
  return best;
}
