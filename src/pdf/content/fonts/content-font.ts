import type { Matrix } from '../../geometry/matrix.ts';
import type { Dict, Stream } from '../../objects/objects.ts';

/** A code in a string that is shown. */
export interface FontCode {
  readonly code: number;
  /** Bytes of the string that it takes. */
  readonly length: number;
}

/**
 * A font as content streams use it (ISO 32000-2, 9.5 to 9.10). Lengths are in thousandths of text space, but for those
 * of Type 3, which have a matrix.
 */
export interface ContentFont {
  readonly dict: Dict;
  readonly kind: 'simple' | 'composite' | 'type3';
  /** BaseFont without the prefix of a subset; '' where there is none. */
  readonly name: string;
  readonly vertical: boolean;
  /** Glyph space to text space: a thousandth, but for Type 3. */
  readonly matrix: Matrix;
  /** Of a line, from its baseline, in text space of a font of size 1. */
  readonly ascent: number;
  readonly descent: number;
  codes(bytes: Buffer): FontCode[];
  /** The glyph's name in the encoding of a simple font, or null. */
  glyphName(code: number): string | null;
  /** In a composite font, or null where the CMap is not known; the code itself in a simple one. */
  cid(code: number): number | null;
  /** In text space of a font of size 1: to the right, or down for vertical writing (then negative). */
  advance(code: number): number;
  /** From the origin of horizontal to that of vertical writing (9.7.4.3), in text space of a font of size 1. */
  origin(code: number): readonly [x: number, y: number];
  /** The text of the code; null where the font does not state it. */
  unicode(code: number): string | null;
  /** Of Type 3. */
  procedure(code: number): Stream | null;
}
