import type { PagePair } from './align-pages.ts';
import type { PartedPage } from '../words/margins.ts';
import type { Matches } from '../words/match-words.ts';
import { keyOf, type Word } from '../words/word.ts';

/** Indexes of pages on each side. */
export interface PagesOfSides {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** The least share of words of a page that the other side lacks. */
const minOwnShare = 0.5;

/**
 * Unmatched pages whose text the other document lacks, or has fewer times: they were added or removed as a whole. Text
 * of other unmatched pages has flowed from or to adjacent pages.
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
        return index !== null && surplus >= minOwnShare * all.length ? [index] : [];
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

/** The least share of unmatched words of a page that is reported as a whole. */
const minUnmatchedShare = 0.6;

/** Unmatched pages whose words also have no match, after all words were compared: they are reported as a whole. */
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
      [...counts].filter(([, { all, unmatched }]) => unmatched >= minUnmatchedShare * all).map(([page]) => page),
    );
  };
  return {
    before: lone(before, ofBefore, new Set(pairs.flatMap((pair) => (pair.after === null ? [pair.before] : [])))),
    after: lone(after, ofAfter, new Set(pairs.flatMap((pair) => (pair.before === null ? [pair.after] : [])))),
  };
}
