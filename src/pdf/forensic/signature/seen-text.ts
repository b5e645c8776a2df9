import type { Source } from '../../pdfium/document.ts';
import { extractText } from '../../text/extract-text.ts';
import type { Box, TextBlock } from '../../text/extracted.ts';

/** A word that is visible in one version of a page, and hidden in the other. */
export interface TurnedWord {
  readonly page: number;
  readonly box: Box;
  readonly text: string;
}

const apart = 3;

/**
 * Words that an update covered or uncovered: they are in both versions at the same place, and visible in one. Pages are
 * 1-based and the same in both versions.
 */
export async function turnedWords(before: Source, after: Source, pages: readonly number[]): Promise<TurnedWord[]> {
  if (pages.length === 0) return [];
  const read = async ({ bytes, password }: Source) =>
    (
      await extractText(bytes, {
        pages,
        granularity: 'word',
        layout: 'raw',
        hidden: 'include',
        ...(password !== undefined && { password }),
      })
    ).pages;
  const [old, now] = [await read(before), await read(after)];
  return old.flatMap((page, index) => {
    const places = Map.groupBy(now[index]?.blocks ?? [], ({ text }) => text);
    return (page.blocks ?? []).flatMap((word): TurnedWord[] => {
      const same = places.get(word.text)?.find((other) => near(word, other));
      return same !== undefined && (same.hidden === undefined) !== (word.hidden === undefined)
        ? [{ page: page.number, box: same.box, text: word.text }]
        : [];
    });
  });
}

function near({ box: one }: TextBlock, { box: other }: TextBlock): boolean {
  return Math.abs(one.x - other.x) < apart && Math.abs(one.y - other.y) < apart;
}
