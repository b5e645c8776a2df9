import type { Frame } from './state/frame.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { Dict, Obj, Stream } from '../objects/objects.ts';
import type { ContentFont, FontCode } from './fonts/content-font.ts';
import type { GraphicsState } from './state/graphics-state.ts';
import type { Box } from '../file/pdf-file.ts';
import type { InlineImage, Operation } from './operation.ts';

/** An open marked-content sequence (ISO 32000-2, 14.6), with those around it. */
export interface Mark {
  readonly tag: string;
  readonly properties: Dict | null;
  /** The resource name of the properties; null for a direct property list. */
  readonly name: string | null;
  readonly mcid: number | null;
  readonly operation: Operation;
  readonly frame: Frame;
  readonly parent: Mark | null;
}

/**
 * Four corners as x and y: start and end of the lower edge along the baseline, then end and start of the upper edge.
 */
export type Quad = readonly [number, number, number, number, number, number, number, number];

/** A glyph that content shows, with its text and its place on the page. */
export interface ShownGlyph {
  readonly code: number;
  /** Index of the operand, or for `TJ` of the array element, and the position in that string. */
  readonly element: number;
  readonly at: number;
  readonly length: number;
  /** Its text; null where the font states none. */
  readonly unicode: string | null;
  /** Displacement in unscaled text space: width, character and word spacing, horizontal scaling. */
  readonly advance: number;
  /** `advance` without spacing. */
  readonly width: number;
  /** Origin in page space. */
  readonly x: number;
  readonly y: number;
  /** Its area by width, ascent and descent, in page space. */
  readonly quad: Quad;
}

/** The text of one operation `Tj TJ ' "`. */
export interface ShownText {
  readonly operation: Operation;
  /** Null without a font; then there are no glyphs. */
  readonly font: ContentFont | null;
  /** The codes of its glyphs in order, which suffice for some visitors. */
  readonly codes: readonly FontCode[];
  readonly glyphs: readonly ShownGlyph[];
  /** Maps text space of size 1 to page space at the first glyph (text rendering matrix, ISO 32000-2, 9.4.4). */
  readonly matrix: Matrix;
}

/** A subpath in page space. */
export interface Subpath {
  /** `m`, then `l` and `c`. */
  readonly kinds: readonly ('m' | 'l' | 'c')[];
  /** One point for each `m` and `l`, three for `c`. */
  readonly points: readonly number[];
  readonly closed: boolean;
  /** Made by `re`. */
  readonly rectangle: boolean;
}

/** A path that content paints or clips by. */
export interface PaintedPath {
  /** `S s f F f* B B* b b* n`. */
  readonly operation: Operation;
  /** The path construction and clipping operations. */
  readonly construction: readonly Operation[];
  readonly subpaths: readonly Subpath[];
  /** Box around the control points, without line width; null for an empty path. */
  readonly bounds: Box | null;
  readonly fill: 'nonzero' | 'evenodd' | null;
  readonly stroke: boolean;
  readonly clip: 'nonzero' | 'evenodd' | null;
}

/** An image XObject or inline image that content paints. */
export interface PaintedImage {
  readonly operation: Operation;
  /** The XObject; null for an inline image. */
  readonly stream: Stream | null;
  readonly inline: InlineImage | null;
  /** The image dictionary, with full keys for inline images. */
  readonly dict: Dict;
  readonly name: string;
  readonly num: number;
  /** Maps the unit square to page space. */
  readonly matrix: Matrix;
}

/** The current state. `state` is immutable and may be retained. */
export interface Context {
  readonly frame: Frame;
  readonly state: GraphicsState;
  readonly mark: Mark | null;
}

/** Receives the operations of content in the order of execution. */
export interface Visitor {
  /** Called before a frame is run; `false` skips it. */
  enter?(frame: Frame, context: Context | null): boolean | undefined;
  leave?(frame: Frame): void;
  /** Called for every operation, before it takes effect. */
  operation?(operation: Operation, context: Context): void;
  text?(text: ShownText, context: Context): void;
  path?(path: PaintedPath, context: Context): void;
  image?(image: PaintedImage, context: Context): void;
  /** `sh`: paints the whole clipping area. */
  shading?(shading: { readonly operation: Operation; readonly object: Obj }, context: Context): void;
  /** After `BMC` and `BDC`. */
  mark?(mark: Mark, context: Context): void;
  /** Called after `EMC` with the mark that it ended. */
  endMark?(mark: Mark, context: Context): void;
}
