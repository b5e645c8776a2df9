import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import type { StepStyles } from '../typeset/styles/stretch-styles.ts';
import type { PageSize } from './furnish-page.ts';
import type { ListedInStretch } from './listed-in-stretch.ts';
import type { PageStart } from './page-starts.ts';
import type { NumbersAfter } from './stretch-flow.ts';

/** The form fields of prints: each is a link to this address, with the key of its widget as the fragment. */
export interface StretchFields {
  readonly address: string;
  readonly widgets: readonly FormWidget[];
}

/** Successive pages of a document, without headers, footers and watermarks. */
export interface PrintedStretch {
  readonly pdf: Uint8Array;
  /** The pages, each with the height of its room for content in CSS pixels. */
  readonly pages: readonly (PageSize & { readonly room: number })[];
  /** The pages that begin with an operation, the first included. */
  readonly starts: readonly PageStart[];
  /** Of each of these up to the next, what decides whether the whole document is printed in parts. */
  readonly sizes: readonly { readonly size: number; readonly characters: number }[];
  /** For each step, what it took of the budget for highlighting code. */
  readonly highlighted: readonly number[];
  /** What tables of contents may list of it, in order; empty where the document has none. */
  readonly listed: readonly ListedOnPage[];
  /** For each step, the ids in it that the request gives; empty where the document has no tables of contents. */
  readonly ids: readonly (readonly string[])[];
  /** For each step, how far the numbers are after it; empty where the document has none. */
  readonly numbers: readonly NumbersAfter[];
  /** For each step, the texts of its headings. */
  readonly headings: readonly (readonly string[])[];
  /** For each step, the styles that its content adds to the document. */
  readonly styles: readonly StepStyles[];
  /** The form fields that its operations add. */
  readonly fields: StretchFields;
  /** True for pages of a signed PDF. */
  readonly isSigned: boolean;
}

/** Something in a stretch that tables of contents may list. */
export interface ListedOnPage extends Omit<ListedInStretch, 'unit'> {
  /** Index of the step that made it. */
  readonly step: number;
  /** Index of its page in the file; `null` = it is on no page. */
  readonly page: number | null;
}

/** Pages that no other operation changes. */
export const wholeStretch = (pdf: Uint8Array, pages: PrintedStretch['pages'], isSigned = false): PrintedStretch => ({
  ...{ pdf, pages, isSigned },
  starts: [{ page: 0, step: 0, content: 0, isForced: true, unit: 0 }],
  sizes: [{ size: 0, characters: 0 }],
  ...{ highlighted: [0], listed: [], ids: [], numbers: [], headings: [], styles: [] },
  fields: { address: '', widgets: [] },
});

/** What a stretch without content has. */
export const noPages: PrintedStretch = {
  ...wholeStretch(new Uint8Array(), []),
  ...{ starts: [], sizes: [], highlighted: [] },
};
