import type { ComparedDocument, ComparedPage } from './read-document.ts';
import type { PageWord } from './page-words.ts';

/** The part of the height of a page, from above and from below, in which running heads and feet stand. */
const band = 0.13;
/** The part of all pages that a line is repeated on to be one of them. */
const leastShare = 0.3;

/** A page whose words are parted. */
export interface PartedPage extends ComparedPage {
  /** The text that runs from page to page. */
  readonly body: readonly PageWord[];
  /** Running heads, feet and page numbers: they are compared page by page. */
  readonly margin: readonly PageWord[];
}

/**
 * Parts running heads and feet from the text: what is tagged as an artifact near the edges of a page, and lines near the edges that, but for their
 * numbers, are on several pages of a document. What is one in either document is one in both.
 */
export function partMargins([before, after]: readonly [ComparedDocument, ComparedDocument]): [PartedPage[], PartedPage[]] {
  const repeated = new Set([...repeatedLines(before.pages), ...repeatedLines(after.pages)]);
  const parted = ({ pages }: ComparedDocument) =>
    pages.map((page): PartedPage => {
      const margins = new Set(edgeLines(page).filter(({ signature, words }) => repeated.has(signature) || words.every(({ artifact }) => artifact)).map(({ line }) => line));
      const isMargin = ({ line }: PageWord) => margins.has(line);
      return { ...page, body: page.words.filter((word) => !isMargin(word)), margin: page.words.filter(isMargin) };
    });
  return [parted(before), parted(after)];
}

function repeatedLines(pages: readonly ComparedPage[]): string[] {
  const counts = new Map<string, number>();
  for (const page of pages) for (const signature of new Set(edgeLines(page).map((line) => line.signature))) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= Math.max(2, leastShare * pages.length)).map(([signature]) => signature);
}

/** Lines that stand wholly near the upper or the lower edge, by their text without its numbers. */
function edgeLines({ words, height }: ComparedPage): { line: number; signature: string; words: PageWord[] }[] {
  return [...Map.groupBy(words, ({ line }) => line)].flatMap(([line, own]) => {
    const above = own.every(({ box }) => box.y + box.height <= band * height);
    if (!above && !own.every(({ box }) => box.y >= (1 - band) * height)) return [];
    return [{ line, signature: `${above ? 'above' : 'below'} ${own.map(({ text }) => text.replace(/\d+/gu, '#')).join(' ')}`, words: own }];
  });
}
