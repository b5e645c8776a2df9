import type { Measured } from '../../browser/page/measure/measure.ts';
import type { FoundReferences } from '../../browser/page/typeset/references/references.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import type { Continues } from '../../pdf/printed/join/part.ts';
import type { PrintedPlaces } from '../../pdf/printed/printed-places.ts';
import type { PlacedString } from '../running/strings/page-strings.ts';
import type { Composed } from '../compose/compose-job.ts';
import type { PrintedNotes } from '../typeset/footnotes/print-notes.ts';
import type { StoredFile } from './fragments/part-files.ts';

/** A PDF file and the number of its pages. */
export interface TakenPages {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** True for pages of a signed PDF; found out where stamps are to be drawn on pages. */
  readonly isSigned?: boolean;
}

/** The pages of one segment, or of a part of it. */
export interface Part extends Omit<TakenPages, 'pdf'> {
  /** The printed file; a stored one for a part of a segment. */
  readonly pdf: Uint8Array | StoredFile;
  /** Index of the segment. */
  readonly segment: number;
  /** Outline, destinations and headings in the printed file; `null` for pages that were not printed here. */
  readonly places: PrintedPlaces | null;
  /** Measurements of the page after the print; `null` where none were requested. */
  readonly measured: Measured | null;
  /** What references of style sheets in it lead to; `null` where there are none. */
  readonly referred: FoundReferences | null;
  /** Widgets of the form controls that become fields. */
  readonly widgets: readonly FormWidget[];
  /** Strings that its elements set, with their pages; none where the document shows none. */
  readonly strings: readonly PlacedString[];
  /** How it continues the part before. */
  readonly continues: Continues;
  /** Levels of its headings, of a part of a segment. */
  readonly levels: readonly number[];
  /** Its footnotes; unless given, it has none. */
  readonly notes?: PrintedNotes;
}

/** The result of one print. */
export type Printed = Pick<Part, 'pdf' | 'pages' | 'measured' | 'referred' | 'widgets' | 'strings' | 'notes'> & {
  readonly places: PrintedPlaces;
};

/** The parts of a document as one pass printed them. */
export interface PrintedParts {
  readonly composed: Composed;
  readonly parts: readonly Part[];
  /** Prints of long segments, by the hash of their input: a later pass reuses those whose input is the same. */
  readonly reusable: ReadonlyMap<string, Printed>;
}

/** True for the parts of a segment that was printed in several. */
export const isPiece = (all: readonly Part[], segment: number): boolean =>
  all.filter((part) => part.segment === segment).length > 1;

/** Number of pages in the parts before the one at `index`. */
export const pagesBefore = (parts: readonly Part[], index: number): number =>
  parts.slice(0, index).reduce((sum, { pages }) => sum + pages, 0);
