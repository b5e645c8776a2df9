import type { CaptionKind } from './caption-options.ts';

/** A caption of a composed document. */
export interface ComposedCaption {
  readonly kind: CaptionKind;
  /** The id of its figure or table. */
  readonly id: string;
  /** Index of the segment that it is in. */
  readonly segment: number;
  /** What it begins with, as `Figure 2.1`; `''` where the document gives it no number, or its design shows it. */
  readonly label: string;
  /** Its number, as `2.1`; `''` = it has none. */
  readonly number: string;
  /** Its text after the label, with white space collapsed. */
  readonly text: string;
  /** False where `data-toc="no"` leaves it out of lists. */
  readonly isListed: boolean;
}
