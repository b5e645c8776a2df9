import { append } from '../../objects/large-arrays.ts';
import { type OnEqual, type Range, shortestEdit } from './shortest-edit.ts';

/** For each element of a sequence the index of its match in the other one, or -1. Both are increasing. */
export interface Matches {
  readonly ofBefore: Int32Array;
  readonly ofAfter: Int32Array;
}

/** Prefix of keys that occur once on each side in the same order: these always match. */
export const landmark = '\u0000';

/**
 * Matches the elements of two sequences: a shortest edit script, or, if they differ too much, only elements that occur
 * once in each.
 */
export function matchWords(before: readonly string[], after: readonly string[]): Matches {
  const [a, b] = numbered(before, after);
  const matches = { ofBefore: new Int32Array(a.length).fill(-1), ofAfter: new Int32Array(b.length).fill(-1) };
  const onEqual: OnEqual = (x, y, length) => {
    for (let step = 0; step < length; step += 1) {
      matches.ofBefore[x + step] = y + step;
      matches.ofAfter[y + step] = x + step;
    }
  };
  const fixed = (keys: readonly string[]) =>
    [...keys.entries()].flatMap(([index, key]) => (key.startsWith(landmark) ? [index] : []));
  const others = fixed(after);
  const whole = { a0: 0, a1: a.length, b0: 0, b1: b.length };
  const open = partsBetween(
    fixed(before).map((x, index): Pair => [x, others[index] ?? -1]),
    whole,
    onEqual,
  );
  for (let range = open.pop(); range; range = open.pop()) {
    for (const rest of shortestEdit(a, b, range, onEqual)) append(open, betweenAnchors(a, b, rest, onEqual));
  }
  return matches;
}

/** Numbers equal strings equally. */
function numbered(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const toNumber = (key: string) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  return [Int32Array.from(before, toNumber), Int32Array.from(after, toNumber)];
}

/**
 * Patience diff: the longest increasing sequence of elements that occur once on each side. Answers the ranges between
 * them; none without such elements.
 */
function betweenAnchors(a: Int32Array, b: Int32Array, range: Range, onEqual: OnEqual): Range[] {
  const anchors = rising(onceInBoth(a, b, range));
  return anchors.length === 0 ? [] : partsBetween(anchors, range, onEqual);
}

function partsBetween(anchors: readonly Pair[], range: Range, onEqual: OnEqual): Range[] {
  const parts: Range[] = [];
  let [a0, b0] = [range.a0, range.b0];
  for (const [x, y] of anchors) {
    onEqual(x, y, 1);
    parts.push({ a0, a1: x, b0, b1: y });
    [a0, b0] = [x + 1, y + 1];
  }
  return [...parts, { a0, a1: range.a1, b0, b1: range.b1 }];
}

type Pair = readonly [x: number, y: number];

function onceInBoth(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Range): Pair[] {
  const once = (sequence: Int32Array, from: number, to: number) => {
    const places = new Map<number, number>();
    for (let at = from; at < to; at += 1) places.set(sequence[at] ?? -1, places.has(sequence[at] ?? -1) ? -1 : at);
    return places;
  };
  const inAfter = once(b, b0, b1);
  return [...once(a, a0, a1)].flatMap(([number, x]): Pair[] => {
    const y = inAfter.get(number) ?? -1;
    return x < 0 || y < 0 ? [] : [[x, y]];
  });
}

/** The longest increasing subsequence by y of pairs sorted by x. */
function rising(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous = pairs.map(() => -1);
  const yOf = (index: number | undefined) => pairs[index ?? -1]?.[1] ?? -1;
  for (const [index, [, y]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (yOf(tails[middle]) < y) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const found: Pair[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) found.push(pair);
  }
  return found.reverse();
}
