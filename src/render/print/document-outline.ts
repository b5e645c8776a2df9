import type { Composed } from '../compose/compose-job.ts';
import type { FinishJob } from '../finish/finish-job.ts';
import { marginsOf } from '../running/running-content.ts';
import { pagesBefore, type Part } from './printed-part.ts';

/** The document's own outline entries, with the top margins of their pages. `chosen` are the parts with chosen pages. */
export function bookmarksOf(
  { document }: Composed,
  [first]: readonly Part[],
  chosen: readonly Part[],
): FinishJob['bookmarks'] {
  return document.bookmarks.map(({ id, title, level, page, segment }) => {
    if (segment !== undefined) return { title, level, to: firstPageOf(chosen, segment) };
    const setup = document.pages[page];
    const kind = first?.places?.destinations[id] === 0 ? 'first' : 'later';
    return { title, level, to: { id, above: setup === undefined ? 0 : marginsOf(document, setup, kind).top } };
  });
}

/** Index of the first page of a segment; `null` where none of its pages is there. */
function firstPageOf(parts: readonly Part[], segment: number): number | null {
  const index = parts.findIndex((part) => part.segment === segment);
  return index < 0 ? null : pagesBefore(parts, index);
}

/**
 * Levels (1 to 6) of the headings of each part, 0 for a heading without a bookmark; `null` where the printed headings
 * are not those that were composed.
 */
export function bookmarkedLevels({ document: { headings } }: Composed, parts: readonly Part[]): number[][] | null {
  if (
    parts.reduce((sum, { levels }) => sum + levels.length, 0) !== headings.length ||
    !parts.every(({ levels, places }) => levels.length === places?.outline.length)
  )
    return null;
  let at = 0;
  return parts.map(({ levels }) => levels.map((level) => (headings[at++]?.bookmarked === false ? 0 : level)));
}
