import type { PagePair } from './align-pages.ts';
import type { PartedPage } from '../words/margins.ts';
import type { Matches } from '../words/match-words.ts';
import { keyOf, type Word } from '../words/word.ts';

/** Indexes of pages on each side. */
export interface PagesOfSides {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** The share of a page that is on the other side no more often than here from which on it is a page of its own. */
const leastOwn = 0.5;

/**
 * Pages without a partner whose text the other document does not have, or has no more than once too few times: they
 * came or went as a whole. The text of others has flowed there from their neighbours.
 */
export function pagesOfTheirOwn(
  pairs: readonly PagePair[],
  before: readonly PartedPage[],
  after: readonly PartedPage[],
): PagesOfSides {
  const [one, other] = [before.map(pairsOfWords), after.map(pairsOfWords)];
  const [inBefore, inAfter] = [counted(one.flat()), counted(other.flat())];
  const own = (
    pages: readonly (readonly string[])[],
    here: ReadonlyMap<string, number>,
    there: ReadonlyMap<string, number>,
    without: readonly (number | null)[],
  ) =>
    new Set(
      without.flatMap((index) => {
        const all = index === null ? [] : (pages[index] ?? []);
        const surplus = all.filter((words) => (here.get(words) ?? 0) > (there.get(words) ?? 0)).length;
        return index !== null && surplus >= leastOwn * all.length ? [index] : [];
      }),
    );
  return {
    before: own(
      one,
      inBefore,
      inAfter,
      pairs.map((pair) => (pair.after === null ? pair.before : null)),
    ),
    after: own(
      other,
      inAfter,
      inBefore,
      pairs.map((pair) => (pair.before === null ? pair.after : null)),
    ),
  };
}

function pairsOfWords({ body }: PartedPage): string[] {
  const keys = body.map(({ text }) => keyOf(text));
  return keys.map((key, index) => `${keys[index - 1] ?? ''} ${key}`);
}

function counted(all: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** The share of words without a partner from which on a page without a partner is told as a whole. */
const mostlyUnmatched = 0.6;

/**
 * Pages without a partner whose words were not found on the other side either, now that all were looked for: their
 * words are not told.
 */
export function ofOnePage(
  pairs: readonly PagePair[],
  [before, after]: readonly [readonly Word[], readonly Word[]],
  { ofBefore, ofAfter }: Matches,
): PagesOfSides {
  const lone = (words: readonly Word[], matches: Int32Array, pages: ReadonlySet<number | null>) => {
    const counts = new Map<number, { all: number; unmatched: number }>();
    words.forEach(({ page }, index) => {
      if (!pages.has(page)) return;
      const count = counts.get(page) ?? { all: 0, unmatched: 0 };
      counts.set(page, { all: count.all + 1, unmatched: count.unmatched + (matches[index] === -1 ? 1 : 0) });
    });
    return new Set(
      [...counts].filter(([, { all, unmatched }]) => unmatched >= mostlyUnmatched * all).map(([page]) => page),
    );
  };
  return {
    before: lone(before, ofBefore, new Set(pairs.flatMap((pair) => (pair.after === null ? [pair.before] : [])))),
    after: lone(after, ofAfter, new Set(pairs.flatMap((pair) => (pair.before === null ? [pair.after] : [])))),
  };
}
