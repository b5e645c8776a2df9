import type { Footnotes, FootnotesWish } from '../../../browser/page/typeset/footnotes.ts';
import { withPlainTitles } from '../../../pdf/printed/plain-titles.ts';
import { tagNotes } from '../../../pdf/printed/tag-notes.ts';
import type { PrintedPlaces } from '../../../pdf/printed/printed-places.ts';
import { callId, noteId, noteNames } from './notes-wish.ts';

/** What became of the notes of a segment in its print. */
export interface PrintedNotes {
  /** The number of the last one, with which the numbers of the next segment go on. */
  readonly last: number;
  /** How many are not on the page of their call, although there was room for them. */
  readonly misplaced: number;
  /** True where every page ended as it was laid out, see `FootnotesWish`. */
  readonly everyPage: boolean;
}

/**
 * Reads from a print where its notes are. Those that are not on the pages of their calls show that the pages of the
 * print ended elsewhere than they were laid out: a print with an end on every page mends that.
 */
export const printedNotes = (
  places: PrintedPlaces,
  found: Footnotes | undefined,
  wish: FootnotesWish,
): PrintedNotes => ({
  last: wish.numbering === 'document' ? (found?.last ?? wish.start) : wish.start,
  misplaced: misplaced(places, found, wish),
  everyPage: wish.everyPage,
});

/** How many notes begin on another page than that of their call, without those that did not fit on it. */
function misplaced({ destinations }: PrintedPlaces, found: Footnotes | undefined, wish: FootnotesWish): number {
  let wrong = 0;
  for (let number = 1; number <= (found?.count ?? 0); number += 1) {
    const [note, call] = [destinations[noteId(wish, number)], destinations[callId(wish, number)]];
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
