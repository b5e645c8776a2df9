import { findMoves, type Move } from './find-moves.ts';
import { dropIslands, hunksOf, settleRuns } from './hunks.ts';
import { matchWords, type Matches } from './match-words.ts';
import type { Range } from './shortest-edit.ts';
import { readAlike, type Word } from './word.ts';

/** A run of words that differs. The side that lacks it is empty. */
export interface TextChange {
  readonly kind: 'inserted' | 'deleted' | 'moved' | 'changed';
  readonly before: readonly Word[];
  readonly after: readonly Word[];
}

/** The differences of two texts. */
export interface WordsCompared {
  readonly matches: Matches;
  /** In text order. */
  readonly changes: readonly TextChange[];
}

/** Compares two texts word by word. With `moves`, finds runs that moved. */
export function compareWords(
  before: readonly Word[],
  after: readonly Word[],
  { moves }: { readonly moves: boolean },
): WordsCompared {
  const matches = matchWords(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  settleRuns(matches, before, after);
  dropIslands(matches);
  const sides = { before, after };
  const moved = moves ? withGaps(findMoves(matches, before, after), matches, sides) : [];
  const [ofMove, toMove] = [new Uint8Array(before.length), new Uint8Array(after.length)];
  for (const {
    range: { a0, a1, b0, b1 },
  } of moved) {
    ofMove.fill(1, a0, a1);
    toMove.fill(1, b0, b1);
  }
  const edits = hunksOf(matches).flatMap((hunk) => edited(hunk, sides, { ofMove, toMove }));
  return {
    matches,
    changes: [...edits, ...moved]
      .sort((one, other) => one.range.b0 - other.range.b0 || one.range.a0 - other.range.a0)
      .map(({ change }) => change),
  };
}

interface Placed {
  readonly range: Range;
  readonly change: TextChange;
}

interface Sides {
  readonly before: readonly Word[];
  readonly after: readonly Word[];
}

function placed(kind: TextChange['kind'], range: Range, { before, after }: Sides): Placed {
  return { range, change: { kind, before: before.slice(range.a0, range.a1), after: after.slice(range.b0, range.b1) } };
}

/** Words between two runs that moved together. */
const maxGapWords = 6;

/** Joins moved runs that are close together on both sides; the words between them are an edit. */
function withGaps(moves: readonly Move[], { ofBefore, ofAfter }: Matches, sides: Sides): Placed[] {
  const sorted = [...moves].sort((one, other) => one.a - other.a);
  return sorted.flatMap(({ a, b, length }, index) => {
    const own = placed('moved', { a0: a, a1: a + length, b0: b, b1: b + length }, sides);
    const next = sorted[index + 1];
    if (!next) return [own];
    const gap = { a0: a + length, a1: next.a, b0: b + length, b1: next.b };
    const [gone, come] = [gap.a1 - gap.a0, gap.b1 - gap.b0];
    const beside = gone + come > 0 && come >= 0 && gone <= maxGapWords && come <= maxGapWords;
    if (
      !beside ||
      ofBefore.subarray(gap.a0, gap.a1).some((match) => match !== -1) ||
      ofAfter.subarray(gap.b0, gap.b1).some((match) => match !== -1)
    )
      return [own];
    return [own, placed(kindOf(gap), gap, sides)];
  });
}

const kindOf = ({ a0, a1, b0, b1 }: Range): 'inserted' | 'deleted' | 'changed' =>
  a0 === a1 ? 'inserted' : b0 === b1 ? 'deleted' : 'changed';

/** The rest of a differing range without runs that moved from or to it. */
function edited(
  hunk: Range,
  sides: Sides,
  { ofMove, toMove }: { readonly ofMove: Uint8Array; readonly toMove: Uint8Array },
): Placed[] {
  const gone = stretches(hunk.a0, hunk.a1, (at) => ofMove[at] === 1);
  const come = stretches(hunk.b0, hunk.b1, (at) => toMove[at] === 1);
  const [[a0, a1] = [0, 0]] = gone;
  const [[b0, b1] = [0, 0]] = come;
  if (gone.length === 1 && come.length === 1) return replaced({ a0, a1, b0, b1 }, sides);
  return [
    ...gone.flatMap(([from, to]) =>
      byPage(sides.before, from, to).map(([start, end]) =>
        placed('deleted', { a0: start, a1: end, b0: hunk.b0, b1: hunk.b0 }, sides),
      ),
    ),
    ...come.flatMap(([from, to]) =>
      byPage(sides.after, from, to).map(([start, end]) =>
        placed('inserted', { a0: hunk.a0, a1: hunk.a0, b0: start, b1: end }, sides),
      ),
    ),
  ];
}

type Stretch = readonly [from: number, to: number];

function stretches(from: number, to: number, leavesOut: (at: number) => boolean): Stretch[] {
  const found: [number, number][] = [];
  for (let at = from; at < to; at += 1) {
    const last = found.at(-1);
    if (leavesOut(at)) continue;
    if (last?.[1] === at) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

/** Replaces a run by another: cell by cell if both have as many cells. Empty if both read alike. */
function replaced(range: Range, sides: Sides): Placed[] {
  const { a0, a1, b0, b1 } = range;
  if (readAlike(sides.before.slice(a0, a1), sides.after.slice(b0, b1))) return [];
  const [gone, come] = [byBlock(sides.before, a0, a1), byBlock(sides.after, b0, b1)];
  if (gone.length === 1 || gone.length !== come.length) return [placed('changed', range, sides)];
  return gone.flatMap(([from, to], index) => {
    const [start, end] = come[index] ?? [b0, b0];
    return readAlike(sides.before.slice(from, to), sides.after.slice(start, end))
      ? []
      : [placed('changed', { a0: from, a1: to, b0: start, b1: end }, sides)];
  });
}

const byPage = (words: readonly Word[], from: number, to: number): Stretch[] =>
  parted(words, from, to, ({ page }) => page);
const byBlock = (words: readonly Word[], from: number, to: number): Stretch[] =>
  parted(words, from, to, ({ block }) => block);

function parted(words: readonly Word[], from: number, to: number, by: (word: Word) => number): Stretch[] {
  const found: [number, number][] = [];
  for (let at = from; at < to; at += 1) {
    const [last, word, previous] = [found.at(-1), words[at], words[at - 1]];
    if (last && word && previous && by(word) === by(previous)) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}
