import type { Cmap } from '../cmap-table.ts';

/**
 * A font program as rules use it: glyphs by number, and the ways to find them. Widths are in thousandths of an em; null
 * where they cannot be read.
 */
export interface FontProgram {
  readonly kind: 'true-type' | 'cff' | 'cid-cff' | 'type1';
  /** How many glyphs there are. */
  readonly glyphs: number;
  width(glyph: number): number | null;
  /** By the name of a glyph, of programs that have names. */
  byName(name: string): number | null;
  /** Names of all glyphs; null where the program has none. */
  readonly names: readonly string[] | null;
  /** By CID, of CID-keyed CFF. */
  byCid(cid: number): number | null;
  /** CIDs of all glyphs; null for a program that is not CID-keyed. */
  readonly cids: readonly number[] | null;
  /** Of TrueType: its subtables of characters. */
  readonly cmaps: readonly Cmap[];
  /** Whether a TrueType glyph has an outline or is known to be empty; false beyond the last glyph. */
  has(glyph: number): boolean;
}
