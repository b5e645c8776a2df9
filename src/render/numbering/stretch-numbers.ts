import type { Document } from '../model/document.ts';
import { noCaptions, type CaptionState } from '../typeset/captions/chapter-count.ts';
import { noHeadings, type HeadingState } from './count-headings.ts';

/** How far the numbers of a document are. Plain data. */
export interface NumberState {
  readonly headings: HeadingState;
  readonly captions: CaptionState;
}

/** The state at the beginning of a document. */
export const noNumbers: NumberState = { headings: noHeadings, captions: noCaptions };

/** The numbers of a document before a stretch of it. */
export interface NumbersBefore {
  /** `null` at the beginning of the document. */
  readonly state: NumberState | null;
  /** The highest level of all numbered headings of the document. */
  readonly top: number;
  /** Index of the step with which the stretch begins; the steps before it are its surroundings. */
  readonly first: number;
}

/** Notes how far the numbers of a stretch are, while it is composed. */
export class StretchNumbers {
  readonly before: NumbersBefore;
  /** After each heading of the document, and after each unit of its last flow. */
  readonly headings: HeadingState[] = [];
  captions: CaptionState[] = [];
  /** Headings and pieces of the surroundings, and the index of the segment with these pieces. */
  #around = { headings: Infinity, segment: Infinity, pieces: 0 };

  constructor(before: NumbersBefore) {
    this.before = before;
  }

  /** Notes where the stretch begins: its first step is the next one. */
  begin({ headings, segments }: Document): void {
    const last = segments.at(-1);
    const pieces = last?.kind === 'flow' ? last.sheets.reduce((sum, { html }) => sum + html.length, 0) : null;
    const segment = segments.length - (pieces === null ? 0 : 1);
    this.#around = { headings: headings.length, segment, pieces: pieces ?? 0 };
  }

  hasHeading(index: number): boolean {
    return index >= this.#around.headings;
  }

  hasPiece(segment: number, piece: number): boolean {
    const { segment: own, pieces } = this.#around;
    return segment > own || (segment === own && piece >= pieces);
  }
}
