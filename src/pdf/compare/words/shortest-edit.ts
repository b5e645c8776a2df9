/** Ranges of two sequences: from `a0` and `b0` to `a1` and `b1` (exclusive). */
export interface Range {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/** Receives equal ranges: `length` elements from `a` and `b`. */
export type OnEqual = (a: number, b: number, length: number) => void;

/** Differences within which a shortest edit is searched. */
const maxDifferences = 3000;

/**
 * Finds a shortest edit script between two ranges in linear space (E. Myers, An O(ND) Difference Algorithm and Its
 * Variations, 1986, 4b), and reports the equal ranges. Answers the ranges that differ too much, of which nothing is
 * reported.
 */
export function shortestEdit(a: Int32Array, b: Int32Array, whole: Range, onEqual: OnEqual): Range[] {
  const tooDifferent: Range[] = [];
  const open: Range[] = [whole];
  for (let range = open.pop(); range; range = open.pop()) {
    const inner = trimmed(a, b, range, onEqual);
    if (inner.a0 === inner.a1 || inner.b0 === inner.b1) continue;
    const snake = middleSnake(a, b, inner);
    if (snake === null) {
      tooDifferent.push(inner);
      continue;
    }
    if (snake.length > 0) onEqual(snake.a, snake.b, snake.length);
    open.push(
      { a0: inner.a0, a1: snake.a, b0: inner.b0, b1: snake.b },
      { a0: snake.a + snake.length, a1: inner.a1, b0: snake.b + snake.length, b1: inner.b1 },
    );
  }
  return tooDifferent;
}

/** The ranges without their common start and end. */
function trimmed(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Range, onEqual: OnEqual): Range {
  let [start, end] = [0, 0];
  const maxLength = Math.min(a1 - a0, b1 - b0);
  while (start < maxLength && a[a0 + start] === b[b0 + start]) start += 1;
  while (end < maxLength - start && a[a1 - 1 - end] === b[b1 - 1 - end]) end += 1;
  if (start > 0) onEqual(a0, b0, start);
  if (end > 0) onEqual(a1 - end, b1 - end, end);
  return { a0: a0 + start, a1: a1 - end, b0: b0 + start, b1: b1 - end };
}

interface Snake {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/** The middle snake of a shortest edit, searched from both ends at once; null for too many differences. */
function middleSnake(a: Int32Array, b: Int32Array, { a0, a1, b0, b1 }: Range): Snake | null {
  const [n, m] = [a1 - a0, b1 - b0];
  const delta = n - m;
  const odd = (delta & 1) === 1;
  const half = Math.min(Math.ceil((n + m) / 2), Math.ceil(maxDifferences / 2));
  const middle = half + 1;
  const [forward, backward] = [new Int32Array(2 * middle + 1), new Int32Array(2 * middle + 1)];
  for (let d = 0; d <= half; d += 1) {
    for (let k = -d; k <= d; k += 2) {
      let x = furthest(forward, middle, k, d);
      const from = x;
      while (x < n && x - k < m && a[a0 + x] === b[b0 + x - k]) x += 1;
      forward[middle + k] = x;
      const back = delta - k;
      if (odd && Math.abs(back) < d && x + (backward[middle + back] ?? 0) >= n)
        return { a: a0 + from, b: b0 + from - k, length: x - from };
    }
    for (let k = -d; k <= d; k += 2) {
      let x = furthest(backward, middle, k, d);
      const from = x;
      while (x < n && x - k < m && a[a1 - 1 - x] === b[b1 - 1 - x + k]) x += 1;
      backward[middle + k] = x;
      const front = delta - k;
      if (!odd && Math.abs(front) <= d && x + (forward[middle + front] ?? 0) >= n)
        return { a: a1 - x, b: b1 - x + k, length: x - from };
    }
  }
  return null;
}

/** Where a path of `d` differences on the diagonal `k` begins its stretch. */
function furthest(ends: Int32Array, middle: number, k: number, d: number): number {
  const [below, above] = [ends[middle + k - 1] ?? 0, ends[middle + k + 1] ?? 0];
  return k === -d || (k !== d && below < above) ? above : below + 1;
}
