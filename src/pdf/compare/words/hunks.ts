import type { Matches } from './match-words.ts';
import type { Word } from './word.ts';
import type { Range } from './shortest-edit.ts';

/** The differing ranges of two matched sequences; never empty on both sides. */
export function hunksOf({ ofBefore, ofAfter }: Matches): Range[] {
  const hunks: Range[] = [];
  let [a, b] = [0, 0];
  while (a < ofBefore.length || b < ofAfter.length) {
    const [a0, b0] = [a, b];
    while (a < ofBefore.length && ofBefore[a] === -1) a += 1;
    while (b < ofAfter.length && ofAfter[b] === -1) b += 1;
    if (a > a0 || b > b0) hunks.push({ a0, a1: a, b0, b1: b });
    while (a < ofBefore.length && ofBefore[a] === b) [a, b] = [a + 1, b + 1];
  }
  return hunks;
}

/** Matched words between two changes are insignificant if both changes are this many times longer. */
const longer = 3;
const maxIslandWords = 3;

/** Drops matches of single words within rewritten text. */
export function dropIslands(matches: Matches): void {
  const hunks = hunksOf(matches);
  for (let index = 1; index < hunks.length; index += 1) {
    const [left, right] = [hunks[index - 1], hunks[index]];
    if (!left || !right) continue;
    const length = right.a0 - left.a1;
    if (length > maxIslandWords || !isRewritten(left, longer * length) || !isRewritten(right, longer * length))
      continue;
    matches.ofBefore.fill(-1, left.a1, right.a0);
    matches.ofAfter.fill(-1, left.b1, right.b0);
  }
}

const isRewritten = ({ a0, a1, b0, b1 }: Range, least: number): boolean => a1 - a0 >= least && b1 - b0 >= least;

/**
 * An inserted run may often begin a little earlier or later ("the [cat sat. The] dog"). Moves each run to the start of
 * a paragraph, a sentence or a line, or to another run.
 */
export function settleRuns(matches: Matches, before: readonly Word[], after: readonly Word[]): void {
  const turned = { ofBefore: matches.ofAfter, ofAfter: matches.ofBefore };
  for (const { a0, a1, b0, b1 } of hunksOf(matches)) {
    if (a0 === a1) slide(matches.ofAfter, matches.ofBefore, after, [b0, b1]);
    else if (b0 === b1) slide(turned.ofAfter, turned.ofBefore, before, [a0, a1]);
  }
}

/** `own` are the matches of the sequence with the run, `other` those of the sequence without it. */
function slide(
  own: Int32Array,
  other: Int32Array,
  words: readonly Word[],
  [start, end]: readonly [number, number],
): void {
  if (own[start] !== -1 || own[end - 1] !== -1) return;
  let [earliest, latest] = [0, 0];
  const same = (one: number, two: number) => words[one]?.key === words[two]?.key;
  while (
    start - earliest > 0 &&
    isMatched(own, start - earliest - 1) &&
    follows(own, start, earliest) &&
    same(start - earliest - 1, end - earliest - 1)
  )
    earliest += 1;
  while (
    end + latest < words.length &&
    isMatched(own, end + latest) &&
    own[end + latest] === (own[end] ?? 0) + latest &&
    same(start + latest, end + latest)
  )
    latest += 1;
  let [best, bestScore] = [0, -1];
  for (let shift = -earliest; shift <= latest; shift += 1) {
    const joins =
      (start + shift > 0 && shift < 0 && !isMatched(own, start + shift - 1)) ||
      (shift > 0 && end + shift < words.length && !isMatched(own, end + shift));
    const score = edge(words, start + shift) + edge(words, end + shift) + (joins ? 20 : 0) + (shift === 0 ? 0.5 : 0);
    if (score > bestScore) [best, bestScore] = [shift, score];
  }
  shiftRun(own, other, [start, end], best);
}

const isMatched = (own: Int32Array, at: number): boolean => own[at] !== -1;
/** True where the words before a run match without a gap on the other side. */
const follows = (own: Int32Array, start: number, steps: number): boolean =>
  own[start - steps - 1] === (own[start - 1] ?? 0) - steps;

function shiftRun(own: Int32Array, other: Int32Array, [start, end]: readonly [number, number], shift: number): void {
  const pair = (at: number, to: number) => {
    const partner = own[at] ?? -1;
    own[to] = partner;
    own[at] = -1;
    other[partner] = to;
  };
  for (let step = 0; step < -shift; step += 1) pair(start - 1 - step, end - 1 - step);
  for (let step = 0; step < shift; step += 1) pair(end + step, start + step);
}

/** The quality of a position as the start or end of a run. */
function edge(words: readonly Word[], at: number): number {
  const [last, next] = [words[at - 1], words[at]];
  if (!last || next?.block !== last.block || next.page !== last.page) return 5;
  if (/[.!?\u3002\uFF01\uFF1F][)"'\u2019\u201D\u00BB]*$/u.test(last.text)) return 4;
  if (/[,;:]$/u.test(last.text)) return 2;
  return next.startsLine ? 1 : 0;
}
