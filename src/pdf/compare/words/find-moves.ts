import type { Matches } from './match-words.ts';
import type { Word } from './word.ts';

/** A run of words that both documents have in different places. Indexes of its first words. */
export interface Move {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/** Places of a pair of words that are tried; a more frequent pair has not moved. */
const maxPlaces = 32;
/** The least number of words (and letters) of a moved run within another change. */
const minWords = 4;
const leastLetters = 15;
/** The least number of words of a moved run that is a whole change. */
const minWholeWords = 2;
const leastWholeLetters = 6;

/** Runs that were removed on one side and added on the other, the longest first, without overlaps. */
export function findMoves({ ofBefore, ofAfter }: Matches, before: readonly Word[], after: readonly Word[]): Move[] {
  const places = new Map<string, number[]>();
  for (let b = 0; b + 1 < after.length; b += 1) {
    if (ofAfter[b] !== -1 || ofAfter[b + 1] !== -1) continue;
    const known = places.get(pairAt(after, b));
    if (known) known.push(b);
    else places.set(pairAt(after, b), [b]);
  }
  const same = (a: number, b: number) => ofBefore[a] === -1 && ofAfter[b] === -1 && before[a]?.key === after[b]?.key;
  const candidates: Move[] = [];
  for (let a = 0; a + 1 < before.length; a += 1) {
    if (ofBefore[a] !== -1 || ofBefore[a + 1] !== -1) continue;
    const at = places.get(pairAt(before, a)) ?? [];
    for (const b of at.length > maxPlaces ? [] : at) {
      if (same(a - 1, b - 1)) continue;
      let length = 2;
      while (same(a + length, b + length)) length += 1;
      if (isSignificant({ a, b, length }, { ofBefore, ofAfter }, before)) candidates.push({ a, b, length });
    }
  }
  return apart(
    candidates.sort((one, other) => other.length - one.length),
    before.length,
    after.length,
  );
}

const pairAt = (words: readonly Word[], at: number): string => `${words[at]?.key ?? ''} ${words[at + 1]?.key ?? ''}`;

/** True for a run that is long enough not to be a common phrase. */
function isSignificant({ a, b, length }: Move, { ofBefore, ofAfter }: Matches, before: readonly Word[]): boolean {
  const letters = before.slice(a, a + length).reduce((sum, { key }) => sum + key.length, 0);
  const whole = [ofBefore[a - 1], ofBefore[a + length], ofAfter[b - 1], ofAfter[b + length]].every(
    (match) => match !== -1,
  );
  return whole
    ? length >= minWholeWords && letters >= leastWholeLetters
    : length >= minWords && letters >= leastLetters;
}

function apart(candidates: readonly Move[], before: number, after: number): Move[] {
  const [takenBefore, takenAfter] = [new Uint8Array(before), new Uint8Array(after)];
  return candidates.filter(({ a, b, length }) => {
    if (takenBefore.subarray(a, a + length).includes(1) || takenAfter.subarray(b, b + length).includes(1)) return false;
    takenBefore.fill(1, a, a + length);
    takenAfter.fill(1, b, b + length);
    return true;
  });
}
