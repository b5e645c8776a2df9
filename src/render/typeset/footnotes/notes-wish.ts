import type { FootnotesWish } from '../../../browser/page/typeset/footnotes.ts';
import type { PageWidths } from '../../../browser/page/repeat-groups.ts';
import type { NoteNames } from '../../../pdf/printed/tag-notes.ts';
import type { Composed } from '../../compose/compose-job.ts';
import type { Document } from '../../model/document.ts';
import type { PageSetup } from '../../model/types/page-geometry.ts';
import { marginsOf } from '../../running/running-content.ts';
import type { Printable } from '../../print/print-job.ts';
import { hasNotes } from './uses-notes.ts';

/** What the notes of a segment depend on. */
export interface NotesPlace {
  readonly sizes: PageWidths;
  /** The number of the last note before the segment. */
  readonly start: number;
  readonly everyPage: boolean;
}

/** How the notes of a segment are set; `null` where it has none. */
export function notesWish(
  { document, segments }: Composed,
  segment: Printable,
  { sizes, start, everyPage }: NotesPlace,
): FootnotesWish | null {
  const floats = document.ownProperties.has('float');
  if (document.footnotes === null || segment.kind === 'remote' || !(floats || hasNotes(segment.html))) return null;
  const index = segments.indexOf(segment);
  return {
    ...document.footnotes,
    styles: document.noteStyles,
    floats,
    start: document.footnotes.numbering === 'document' ? start : 0,
    prefix: `colophon-note-${index + 1}`,
    sizes,
    complete: segment.kind === 'complete' ? contentOf(document, segment) : null,
    onePage: document.singlePage,
    everyPage,
    paper: isPlain(document) ? '#fff' : null,
  };
}

/** The ids of a note and of its call, by the number of the note in its print. */
export const noteId = ({ prefix }: FootnotesWish, number: number): string => `${prefix}-${number}`;
export const callId = ({ prefix }: FootnotesWish, number: number): string => `${prefix}-call-${number}`;

/** How the destinations of the notes of a print, and of their calls, are called. */
export const noteNames = ({ prefix }: FootnotesWish): NoteNames => ({
  isNote: (name) => new RegExp(`^${prefix}-\\d+$`).test(name),
  isCall: (name) => new RegExp(`^${prefix}-call-\\d+$`).test(name),
});

/** True where nothing lies under the content of the pages. */
const isPlain = ({ pages, overlays }: Document): boolean =>
  Object.values(pages).every(({ background }) => background === null) &&
  overlays.every(({ layer }) => layer !== 'under');

/** The pages of a complete document. */
type Pages = Record<'page' | 'firstPage', PageSetup>;

/** The content box of the pages of a complete document, in CSS pixels as they are before `document.scale`. */
function contentOf(document: Document, { page, firstPage }: Pages): NonNullable<FootnotesWish['complete']> {
  const pixels = (points: number) => points / 0.75 / document.scale;
  const [first, later] = [marginsOf(document, firstPage, 'first'), marginsOf(document, page)];
  const height = ({ top, bottom }: typeof later) => pixels(page.height - top - bottom);
  return {
    width: pixels(page.width - later.left - later.right),
    height: height(later),
    firstHeight: height(first),
  };
}
