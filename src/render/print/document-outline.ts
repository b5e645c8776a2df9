import type { Composed } from '../compose/compose-job.ts';
import type { FinishJob } from '../finish/finish-job.ts';
import { marginsOf } from '../running/running-content.ts';
import type { Part } from './printed-part.ts';

/** The document's own outline entries, with the top margins of their pages. */
export function bookmarksOf({ document }: Composed, [first]: readonly Part[]): FinishJob['bookmarks'] {
  return document.bookmarks.map(({ id, title, level, page }) => {
    const setup = document.pages[page];
    const kind = first?.places?.destinations[id] === 0 ? 'first' : 'later';
    return { id, title, level, above: setup === undefined ? 0 : marginsOf(document, setup, kind).top };
  });
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
