import type { Frame } from './state/frame.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { Dict, Obj, Stream } from '../objects/objects.ts';
import type { ContentFont, FontCode } from './fonts/content-font.ts';
import type { GraphicsState } from './state/graphics-state.ts';
import type { Box } from '../file/pdf-file.ts';
import type { InlineImage, Operation } from './operation.ts';

/** A marked-content sequence that is open (ISO 32000-2, 14.6), and those around it. */
export interface Mark {
  readonly tag: string;
  readonly properties: Dict | null;
  /** The name under which the resources have the properties; null where they stand in the content. */
  readonly name: string | null;
  readonly mcid: number | null;
  readonly operation: Operation;
  readonly frame: Frame;
  readonly parent: Mark | null;
}

/** Four corners, x and y each: the start of the baseline below, its end below, its end above, its start above. */
export type Quad = readonly [number, number, number, number, number, number, number, number];

export interface ShownGlyph {
  readonly code: number;
  /** Which operand of the operation, or for `TJ` which element of the array, and where in that string. */
  readonly element: number;
  readonly at: number;
  readonly length: number;
  /** What it stands for; null where the font does not say. */
  readonly unicode: string | null;
  /** How far it moves on, in unscaled text space: width, character and word spacing, horizontal scaling. */
  readonly advance: number;
  /** As `advance`, without spacing. */
  readonly width: number;
  /** Its origin, in page space. */
  readonly x: number;
  readonly y: number;
  /** What it covers by width, ascent and descent, in page space. */
  readonly quad: Quad;
}

/** What one operation `Tj TJ ' "` shows. */
export interface ShownText {
  readonly operation: Operation;
  /** Null where no font is set: there are no glyphs then. */
  readonly font: ContentFont | null;
  /** Of its glyphs, in their order: all that some visitors want to know of them. */
  readonly codes: readonly FontCode[];
  readonly glyphs: readonly ShownGlyph[];
  /** Text space of size 1 to page space (the text rendering matrix, 9.4.4), at the first glyph. */
  readonly matrix: Matrix;
}

/** A subpath in page space. */
export interface Subpath {
  /** `m`, then `l` and `c`. */
  readonly kinds: readonly ('m' | 'l' | 'c')[];
  /** A point each for `m` and `l`, three for `c`. */
  readonly points: readonly number[];
  readonly closed: boolean;
  /** Made by `re`. */
  readonly rectangle: boolean;
}

export interface PaintedPath {
  /** `S s f F f* B B* b b* n`. */
  readonly operation: Operation;
  /** Those that made the path, and `W`. */
  readonly construction: readonly Operation[];
  readonly subpaths: readonly Subpath[];
  /** By the control points, without the width of the line; null for an empty path. */
  readonly bounds: Box | null;
  readonly fill: 'nonzero' | 'evenodd' | null;
  readonly stroke: boolean;
  readonly clip: 'nonzero' | 'evenodd' | null;
}

export interface PaintedImage {
  readonly operation: Operation;
  /** Of the XObject; null for an inline image. */
  readonly stream: Stream | null;
  readonly inline: InlineImage | null;
  /** With the keys of an XObject, also for an inline image. */
  readonly dict: Dict;
  readonly name: string;
  readonly num: number;
  /** The unit square to page space. */
  readonly matrix: Matrix;
}

/** What is in effect. `state` may be kept: it is not changed, but replaced. */
export interface Context {
  readonly frame: Frame;
  readonly state: GraphicsState;
  readonly mark: Mark | null;
}

/** What is told of content as it is run, in its order. */
export interface Visitor {
  /** Before a frame is gone into; `false` passes it over. */
  enter?(frame: Frame, context: Context | null): boolean | undefined;
  leave?(frame: Frame): void;
  /** Every operation, before it takes effect. */
  operation?(operation: Operation, context: Context): void;
  text?(text: ShownText, context: Context): void;
  path?(path: PaintedPath, context: Context): void;
  image?(image: PaintedImage, context: Context): void;
  /** `sh`: paints all that is not clipped. */
  shading?(shading: { readonly operation: Operation; readonly object: Obj }, context: Context): void;
  /** After `BMC` and `BDC`. */
  mark?(mark: Mark, context: Context): void;
  /** After `EMC`, with the one that it ended. */
  endMark?(mark: Mark, context: Context): void;
}
