import type { Box } from '../../text/extracted.ts';
import type { PagePair } from '../pages/align-pages.ts';
import type { TextCompared } from './compare-text.ts';
import type { ComparedDocument } from '../read-document.ts';
import type { TextChange } from './text-changes.ts';
import { around, textOf, type Word } from './word.ts';

/** One side of a change. */
export interface ChangeSide {
  /** The 1-based page on which the run begins. */
  readonly page: number;
  readonly text: string;
  /** Box around the part of the run on that page. */
  readonly box: Box;
  /** Boxes of its lines, with their pages. */
  readonly lines: readonly { readonly page: number; readonly box: Box }[];
}

/** A text change as plain data. */
export interface PlainChange {
  readonly kind: TextChange['kind'];
  readonly before: ChangeSide | null;
  readonly after: ChangeSide | null;
}

/** A 1-based page, with its size in points as shown. */
export interface PlainPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
}

/** Two matching pages, or an added or removed page, with the changes listed there. */
export interface PlainPair {
  readonly before: PlainPage | null;
  readonly after: PlainPage | null;
  readonly changes: readonly PlainChange[];
}

/** The results as plain data. A change is listed with its page in `after`, else in `before`. */
export function plainPairs(
  { pairs, changes }: TextCompared,
  [before, after]: readonly [ComparedDocument, ComparedDocument],
): PlainPair[] {
  const listed = pairs.map((): PlainChange[] => []);
  const places = { before: placesOf(pairs, 'before'), after: placesOf(pairs, 'after') };
  for (const change of changes) {
    const index = change.after[0]
      ? places.after.get(change.after[0].page)
      : places.before.get(change.before[0]?.page ?? -1);
    listed[index ?? 0]?.push({
      kind: change.kind,
      before: sideOf(change.before, before),
      after: sideOf(change.after, after),
    });
  }
  return pairs.map((pair, index) => ({
    before: sized(before, pair.before),
    after: sized(after, pair.after),
    changes: listed[index] ?? [],
  }));
}

const placesOf = (pairs: readonly PagePair[], side: 'before' | 'after'): Map<number | null, number> =>
  new Map(pairs.map((pair, index) => [pair[side], index]));

function sized({ pages }: ComparedDocument, index: number | null): PlainPage | null {
  const page = index === null ? undefined : pages[index];
  return page ? { number: page.number, width: page.width, height: page.height } : null;
}

function sideOf(words: readonly Word[], { pages }: ComparedDocument): ChangeSide | null {
  const [first] = words;
  if (!first) return null;
  const lines = linesOf(words).map(({ page, boxes }) => ({ page: pages[page]?.number ?? 0, box: around(boxes) }));
  const page = pages[first.page]?.number ?? 0;
  return {
    page,
    text: textOf(words),
    box: around(lines.filter((line) => line.page === page).map(({ box }) => box)),
    lines,
  };
}

/** Boxes of words, line by line: a line begins where a word is not beside the previous one. */
function linesOf(words: readonly Word[]): { page: number; boxes: Box[] }[] {
  const lines: { page: number; boxes: Box[] }[] = [];
  for (const { page, boxes } of words) {
    for (const box of boxes) {
      const line = lines.at(-1);
      const last = line?.boxes.at(-1);
      if (line?.page === page && last && besides(last, box)) line.boxes.push(box);
      else lines.push({ page, boxes: [box] });
    }
  }
  return lines;
}

function besides(one: Box, other: Box): boolean {
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const apart = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  return shared > 0.5 * Math.min(one.height, other.height) && apart < 3 * Math.max(one.height, other.height);
}
