/** A step of an outline in glyph space: absolute points, one for a move and a line, three for a curve. */
export interface Step {
  readonly kind: 'move' | 'line' | 'curve';
  readonly points: readonly number[];
}

/** What a Type 1 charstring draws, and a Type 2 charstring is made of. */
export interface Outline {
  readonly width: number;
  readonly steps: readonly Step[];
  /** Stems that hold from a step on; none for a glyph that is put together from two. */
  readonly stems: readonly StemGroup[];
}

/** An edge, and how far from it the other one is. */
export type Stem = readonly [edge: number, width: number];

/** Stem hints that apply from one step of an outline on. */
export interface StemGroup {
  /** Index of the step. */
  readonly at: number;
  readonly horizontal: readonly Stem[];
  readonly vertical: readonly Stem[];
}
