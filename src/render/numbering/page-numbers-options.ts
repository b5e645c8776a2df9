import { styles } from './numbering-options.ts';

/** The styles of `set_page_numbers`, by their names in page labels (ISO 32000-2, table 161). */
export const pageStyles = { ...styles, none: null } as const;

/** What `set_page_numbers` sets. */
export interface PageNumbersOptions {
  readonly style: keyof typeof pageStyles;
  readonly start?: number;
  readonly prefix?: string;
}

/** The place where page numbers begin anew: a sheet of a segment, or else the segment after it. */
export interface PageNumbers extends Required<PageNumbersOptions> {
  /** Index of the last segment before them; -1 at the start of the document. */
  readonly segment: number;
  /** Index of the sheet in that segment. */
  readonly sheet: number;
  /** The operation that sets them (JSON Pointer). */
  readonly pointer: string;
}

/** A settled place: the page on which `id` of this segment is, or the first page of the segment. */
export interface NumberedFrom extends Required<PageNumbersOptions> {
  readonly segment: number;
  readonly id: string | null;
}
