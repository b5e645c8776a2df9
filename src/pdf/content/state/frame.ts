import type { Dict, Stream } from '../../objects/objects.ts';
import type { Operation } from '../operation.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import type { Box } from '../../file/pdf-file.ts';
import type { ContentFont } from '../fonts/content-font.ts';

/** One run of one content stream. A form that is drawn twice has two. */
export interface Frame {
  readonly kind: 'page' | 'form' | 'pattern' | 'glyph' | 'soft-mask' | 'appearance';
  /** Decoded; of a page all its streams, with a line end between them. */
  readonly bytes: Buffer;
  /** Its own, or those of the frame around it where it has none. */
  readonly resources: Dict;
  /** Null for a page. */
  readonly stream: Stream | null;
  /** Number of the object that the stream is; 0 for a page, or a stream that could not be named. */
  readonly num: number;
  readonly parent: Frame | null;
  /**
   * The operation of the parent that runs it: `Do`, `gs`, the `scn` that set a pattern, the one that shows a Type 3
   * glyph; null for a page and an appearance.
   */
  readonly operation: Operation | null;
  /** Under which its parent's resources have it: of the XObject, ExtGState, Pattern or Font. */
  readonly name: string;
  /** CTM at its start. */
  readonly base: Matrix;
  readonly depth: number;
  /** Of an appearance: whose, and under which entries of AP (`['N', 'On']`). */
  readonly annotation?: { readonly dict: Dict; readonly num: number; readonly path: readonly string[] };
  /** Of a pattern: its cell, its steps, and what is painted with it (page space). */
  readonly tiling?: {
    readonly xStep: number;
    readonly yStep: number;
    readonly bbox: Box;
    readonly painted: Box | null;
  };
  /** Of a Type 3 glyph. */
  readonly glyph?: { readonly font: ContentFont; readonly code: number };
}
