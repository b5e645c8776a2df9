import type { ComparedDocument, ComparedPage } from '../read-document.ts';
import type { PageWord } from './page-words.ts';
import { repeatedHeads } from './repeated-heads.ts';
import { rowsOf } from './rows.ts';

/** Share of the page height, at the top and at the bottom, that may hold running heads and feet. */
const band = 0.13;
/** The least share of pages that repeat a line of a running head or foot. */
const minShare = 0.3;

/** A page with its words divided into body, margin and heads. */
export interface PartedPage extends ComparedPage {
  /** The text that continues from page to page. */
  readonly body: readonly PageWord[];
  /** Running heads, feet and page numbers, which are compared page by page. */
  readonly margin: readonly PageWord[];
  /** Table heads that are repeated from the previous page. */
  readonly heads: readonly PageWord[];
}

/**
 * Separates running heads and feet from the body text: artifacts near the edges of a page, and lines near the edges
 * that several pages repeat, apart from their numbers. Lines that one document uses as running heads count as such in
 * both.
 */
export function partMargins([before, after]: readonly [ComparedDocument, ComparedDocument]): [
  PartedPage[],
  PartedPage[],
] {
  const sides = [withoutHeads(before.pages), withoutHeads(after.pages)] as const;
  const repeated = new Set(sides.flatMap((pages) => repeatedRows(pages.map(({ rest }) => rest))));
  const parted = (pages: readonly HeadlessPage[]) =>
    pages.map(({ page, rest, heads }): PartedPage => {
      const margin = new Set([
        ...edgeArtifacts(rest),
        ...edgeRows(rest).flatMap(({ signature, words }) => (repeated.has(signature) ? words : [])),
      ]);
      return {
        ...page,
        heads,
        body: rest.words.filter((word) => !margin.has(word)),
        margin: rest.words.filter((word) => margin.has(word)),
      };
    });
  return [parted(sides[0]), parted(sides[1])];
}

interface HeadlessPage {
  readonly page: ComparedPage;
  /** The page without the repeated heads. */
  readonly rest: ComparedPage;
  readonly heads: readonly PageWord[];
}

function withoutHeads(pages: readonly ComparedPage[]): HeadlessPage[] {
  const heads = repeatedHeads(pages);
  return pages.map((page, index) => {
    const isHead = (word: PageWord) => heads[index]?.has(word) ?? false;
    return {
      page,
      rest: { ...page, words: page.words.filter((word) => !isHead(word)) },
      heads: page.words.filter(isHead),
    };
  });
}

function repeatedRows(pages: readonly ComparedPage[]): string[] {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const signature of new Set(edgeRows(page).map((row) => row.signature)))
      counts.set(signature, (counts.get(signature) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= Math.max(2, minShare * pages.length))
    .map(([signature]) => signature);
}

type Edge = 'above' | 'below' | null;

function edgeOf(words: readonly PageWord[], height: number): Edge {
  if (words.every(({ box }) => box.y + box.height <= band * height)) return 'above';
  return words.every(({ box }) => box.y >= (1 - band) * height) ? 'below' : null;
}

/**
 * Rows entirely near the top or the bottom edge, by their text without digits. Rows with several cells of numbers are
 * rows of tables.
 */
function edgeRows({
  words,
  height,
}: ComparedPage): { readonly signature: string; readonly words: readonly PageWord[] }[] {
  return rowsOf(words).flatMap((row) => {
    const edge = edgeOf(row.words, height);
    const text = row.words.map((word) => word.text.replace(/\d+/gu, '#')).join(' ');
    return edge === null || (row.cells.length > 1 && !/\p{L}/u.test(text))
      ? []
      : [{ signature: `${edge} ${text}`, words: row.words }];
  });
}

/** Words of lines near the edges that are tagged as artifacts. */
function edgeArtifacts({ words, height }: ComparedPage): PageWord[] {
  return [...Map.groupBy(words, ({ line }) => line).values()].flatMap((own) =>
    own.every(({ artifact }) => artifact) && edgeOf(own, height) !== null ? own : [],
  );
}
