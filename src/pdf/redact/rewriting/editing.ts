import type { Mark } from '../../content/visitor.ts';
import type { PageDecision } from '../survey/decide.ts';
import type { DocumentEdits } from './document-edits.ts';
import type { Replacements } from './edit-text.ts';
import type { NewNames } from './new-names.ts';

/** An image that an area overlaps. */
export interface ImageNote {
  /** In page space. */
  readonly bounds: readonly [number, number, number, number];
  readonly pointer: string;
  /** The whole image was removed, because its pixels can not be separated. */
  readonly whole: boolean;
}

/** State of editing a page. */
export interface Editing {
  readonly edits: DocumentEdits;
  readonly decision: PageDecision;
  /** Object number of the page, for its tags. */
  readonly num: number;
  readonly images: ImageNote[];
  /** Marked content from which something was removed. */
  readonly touched: Set<Mark>;
}

/** State of editing a frame. */
export interface FrameEdit {
  readonly editing: Editing;
  readonly names: NewNames;
  readonly replacements: Replacements;
}

/** Marks the sequence and all marked content around it as touched. */
export function touch(mark: Mark | null, { touched }: Editing): void {
  for (let each = mark; each !== null && !touched.has(each); each = each.parent) touched.add(each);
}
