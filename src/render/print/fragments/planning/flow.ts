import type { PieceBlock, Wrapper } from '../long-piece.ts';
import type { StartTag } from './markup.ts';

/** A range of a sheet inside divided elements: pieces of HTML that may each begin a part, or a table whose rows may. */
export type LongBlock = PieceBlock & { readonly sheet: number };

/**
 * A flow segment that is printed in parts. Plain data. A unit is a piece or a row; units are numbered over all blocks.
 */
export interface LongFlow {
  /** Size of a part, see `sizeOf` in unit-size.ts. */
  readonly partSize: number;
  /** True where it is printed in two halves at once; else in parts of that size. */
  readonly halves: boolean;
  /** HTML up to `<body>`: for the first part, and for the others. */
  readonly heads: readonly [first: string, later: string];
  /** Start tags of the sheets. */
  readonly sheets: readonly string[];
  readonly blocks: readonly LongBlock[];
  /** Sum of the sizes before each unit; the last entry is that of all. */
  readonly sizes: Float64Array;
  /** Number of the first unit of each block, and the number of units at the end. */
  readonly starts: readonly number[];
  /**
   * Elements that selectors may look for before others (see sibling-placeholders.ts); empty where no style sheet does.
   */
  readonly firsts: readonly FirstOfItsKind[];
  /** Ids that links lead to, with the units that have them, in order. */
  readonly ids: readonly (readonly [unit: number, id: string])[];
}

/** The first element of its name and classes in its parent. */
export interface FirstOfItsKind {
  /** The parent: a divided element, or the number of a sheet. */
  readonly holder: Wrapper | number;
  /** Number of its first unit. */
  readonly unit: number;
  /** The element itself, where it is a divided one. */
  readonly itself: Wrapper | null;
  readonly tag: StartTag;
}
