import type { Footnotes, FootnotesWish } from '../../../browser/page/typeset/footnotes.ts';
import { withPlainTitles } from '../../../pdf/printed/plain-titles.ts';
import { tagNotes } from '../../../pdf/printed/tag-notes.ts';
import type { Printed } from '../../print/printed-part.ts';
import { callId, noteId, noteNames } from './notes-wish.ts';

/** A print of a segment, and what became of its notes. */
export interface NotedPrint {
  readonly printed: Printed;
  readonly found: Footnotes | undefined;
}

/**
 * Prints a segment with notes. Where notes are not on the pages of their calls, although there was room for them, the
 * pages of the print ended elsewhere than they were laid out: it is printed once more, with an end on every page.
 */
export async function settleNotes(
  wish: FootnotesWish,
  print: (wish: FootnotesWish) => Promise<NotedPrint>,
): Promise<Printed> {
  const first = await print(wish);
  const wrong = misplaced(first, wish);
  const again = wrong === 0 ? null : await print({ ...wish, everyPage: true });
  const { printed, found } = again !== null && misplaced(again, wish) < wrong ? again : first;
  return { ...printed, lastNote: wish.numbering === 'document' ? (found?.last ?? wish.start) : wish.start };
}

/** How many notes begin on another page than that of their call, without those that did not fit on it. */
function misplaced({ printed: { places }, found }: NotedPrint, wish: FootnotesWish): number {
  let wrong = 0;
  for (let number = 1; number <= (found?.count ?? 0); number += 1) {
    const [note, call] = [places.destinations[noteId(wish, number)], places.destinations[callId(wish, number)]];
    if (note !== undefined && call !== undefined && note !== call) wrong += 1;
  }
  return Math.max(0, wrong - (found?.deferred ?? 0));
}

/** A printed file with the tags of its notes, and an outline without their numbers. */
export function withNotes(
  pdf: Uint8Array,
  wish: FootnotesWish,
  { found, tagged }: { readonly found: Footnotes | undefined; readonly tagged: boolean },
): Uint8Array {
  const titled = withPlainTitles(pdf, found?.headings ?? []);
  return tagged ? tagNotes(titled, noteNames(wish)) : titled;
}
