import type { PieceBlock, Wrapper } from '../long-piece.ts';
import type { StartTag } from './markup.ts';

/**
 * A stretch of a sheet, in elements of it that are cut: pieces of HTML that may each begin a part, or a table of which
 * each row may.
 */
export type LongBlock = PieceBlock & { readonly sheet: number };

/**
 * A flow segment that is printed in parts. Plain data. A unit is a piece or a row, by its number among those of all
 * blocks.
 */
export interface LongFlow {
  /** How large a part is. */
  readonly partSize: number;
  /** Up to `<body>`: of the segment's beginning, and of the other parts. */
  readonly heads: readonly [first: string, later: string];
  /** Start tags of the sheets. */
  readonly sheets: readonly string[];
  readonly blocks: readonly LongBlock[];
  /** The size before each unit, and that of all. */
  readonly sizes: Float64Array;
  /** Number of the first unit of each block, and that after the last. */
  readonly starts: readonly number[];
  /** What selectors may look for before others (see siblings.ts); none where no style sheet does. */
  readonly firsts: readonly FirstOfItsKind[];
  /** Ids that something leads to, with the units that have them, in order. */
  readonly ids: readonly (readonly [unit: number, id: string])[];
}

/** The first element of its name and classes in what holds it. */
export interface FirstOfItsKind {
  /** An element that is cut, or the number of a sheet. */
  readonly holder: Wrapper | number;
  /** Its first unit. */
  readonly unit: number;
  /** Itself, where it is one that is cut. */
  readonly itself: Wrapper | null;
  readonly tag: StartTag;
}
