import type { Dict, Stream } from '../../objects/objects.ts';
import type { Operation } from '../operation.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import type { Box } from '../../file/pdf-file.ts';
import type { ContentFont } from '../fonts/content-font.ts';

/** One run of one content stream. A form that is drawn twice has two frames. */
export interface Frame {
  readonly kind: 'page' | 'form' | 'pattern' | 'glyph' | 'soft-mask' | 'appearance';
  /** Decoded; for a page all its streams, separated by line ends. */
  readonly bytes: Buffer;
  /** Its own, or those of the frame around it. */
  readonly resources: Dict;
  /** Null for a page. */
  readonly stream: Stream | null;
  /** Object number of the stream; 0 for a page, and for direct streams. */
  readonly num: number;
  readonly parent: Frame | null;
  /**
   * The operation of the parent that runs it: `Do`, `gs`, the `scn` that set a pattern, the one that shows a Type 3
   * glyph. Null for a page and an appearance.
   */
  readonly operation: Operation | null;
  /** Resource name of the XObject, ExtGState, Pattern or Font in its parent. */
  readonly name: string;
  /** CTM at its start. */
  readonly base: Matrix;
  readonly depth: number;
  /** For an appearance: its annotation, and the keys in AP (`['N', 'On']`). */
  readonly annotation?: { readonly dict: Dict; readonly num: number; readonly path: readonly string[] };
  /** For a pattern: its cell, its steps, and the painted area in page space. */
  readonly tiling?: {
    readonly xStep: number;
    readonly yStep: number;
    readonly bbox: Box;
    readonly painted: Box | null;
  };
  /** For a Type 3 glyph. */
  readonly glyph?: { readonly font: ContentFont; readonly code: number };
}
