import type { CaptionKind } from './caption-options.ts';

/** A caption of a composed document. */
export interface ComposedCaption {
  readonly kind: CaptionKind;
  /** The id of its figure or table. */
  readonly id: string;
  /** Other ids that lead to the same place: of the caption itself, and of a table that is a figure. */
  readonly otherIds: readonly string[];
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

/** What a reference shows of a caption. */
export type CaptionTarget = Pick<ComposedCaption, 'label' | 'number' | 'text'>;

/** The captions of a document by all ids that lead to them; of two captions with one id, the first. */
export function captionsById(captions: readonly ComposedCaption[]): Map<string, CaptionTarget> {
  const found = new Map<string, CaptionTarget>();
  for (const { id, otherIds, label, number, text } of captions)
    for (const one of [id, ...otherIds])
      if (!found.has(one)) found.set(one, { label: label.replace(/[\s.:,–—-]+$/u, ''), number, text });
  return found;
}
