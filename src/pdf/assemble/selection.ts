import type { Source } from '../facts/source.ts';

/** Pages of one document, in order, with repeats. */
export interface Selection {
  readonly source: Source;
  /** Indexes of pages. */
  readonly pages: readonly number[];
  /** 1-based number of the document, for the report. */
  readonly document: number;
  /** Of its part of the outline; without one its items are not below an item of their own. */
  readonly title: string;
  /** See `MergeDocument`. */
  readonly isPrinted: boolean;
  /** Left out of the outline of the result. */
  readonly unbookmarked?: boolean | undefined;
  /** Names of attachments that are left out. */
  readonly detached?: ReadonlySet<string> | undefined;
}
