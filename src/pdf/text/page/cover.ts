import type { Engine } from '../../pdfium/engine.ts';
import { matrixFrom } from '../../pdfium/memory.ts';
import { identity, intersect, keepsUpright, type Matrix, multiply, type Rect } from '../../geometry/matrix.ts';
import type { Clip } from './clip.ts';
import { imageAlpha, type ImageBudget } from './image-alpha.ts';
import { type PathShape, pathShape } from './path-shape.ts';

/** An upright, opaque area that was painted on the page. */
export interface Cover {
  /** Index in painting order. */
  readonly order: number;
  readonly rect: Rect;
  readonly image: boolean;
  /** For an image, which may have a mask: whether a point of the page is opaque. Pixels are read on demand. */
  readonly opaqueAt: ((x: number, y: number) => boolean) | null;
}

/**
 * The effect of a form XObject on its content: none; a transparency group (ISO 32000-2, 11.6.6), whose blend mode
 * PDFium does not report; translucent; or hidden.
 */
export type Veil = 'none' | 'group' | 'sheer' | 'gone';

/** An object that was painted, in its circumstances. */
export interface Painted {
  readonly document: number;
  readonly page: number;
  readonly object: number;
  readonly order: number;
  /** From the object's space to the shown page. */
  readonly matrix: Matrix;
  readonly clip: Clip;
  readonly veil: Veil;
  readonly budget: ImageBudget;
}

/** Rectangles of one path that are compared with each other. */
const maxRects = 64;
/** In a group with unknown blend mode only an almost black fill surely covers what is under it. */
const darkest = 48;
/** PDFium's stand-in for the colour of coloured tiling patterns, whose cells may have gaps. */
const tiling = 0xbf;

/** The veil of a form within another. */
export function veilOf(engine: Engine, form: number, from: Veil): Veil {
  const colour = colourOf(engine, form, 'Fill');
  if (from === 'gone' || colour?.alpha === 0) return 'gone';
  if (from === 'sheer' || (colour !== null && colour.alpha < 255)) return 'sheer';
  return engine.calls.FPDFPageObj_HasTransparency(form) !== 0 ? 'group' : from;
}

/**
 * The rectangles that a path covers: an opaque fill, or a thick line. Skewed paths, and those clipped by a curve, do
 * not count.
 */
export function pathCovers(engine: Engine, { object, order, matrix, clip, veil }: Painted): Cover[] {
  const { calls } = engine;
  if (veil === 'sheer' || veil === 'gone' || !clip.exact || calls.FPDFPageObj_HasTransparency(object) !== 0) return [];
  const whole = multiply(
    matrixFrom(engine, (pointer) => calls.FPDFPageObj_GetMatrix(object, pointer)) ?? identity,
    matrix,
  );
  const shape = pathShape(engine, {
    count: calls.FPDFPath_CountSegments(object),
    at: (index) => calls.FPDFPath_GetPathSegment(object, index),
    matrix: whole,
  });
  if (!shape || !(shape.rects ?? shape.line)) return [];
  const { fills, strokes } = drawMode(engine, object);
  const rects = fills && hides(engine, { object, kind: 'Fill', veil }) ? filled(shape) : [];
  const line =
    strokes && shape.line && hides(engine, { object, kind: 'Stroke', veil })
      ? stroked(engine, object, shape.line, whole)
      : [];
  return [...rects, ...line]
    .flatMap((rect) => within(rect, clip))
    .map((rect) => ({ order, rect, image: false, opaqueAt: null }));
}

/** An image, as far as its mask and soft mask are opaque. */
export function imageCover(engine: Engine, painted: Painted): Cover[] {
  const { calls } = engine;
  const { object, order, matrix, clip, veil } = painted;
  if (veil !== 'none' || !clip.exact || !keepsUpright(matrix) || calls.FPDFPageObj_HasTransparency(object) !== 0)
    return [];
  const alpha = imageAlpha(engine, painted);
  if (!alpha) return [];
  return within(alpha.rect, clip).map((rect) => ({ order, rect, image: true, opaqueAt: alpha.opaqueAt }));
}

function drawMode(engine: Engine, object: number): { fills: boolean; strokes: boolean } {
  const { calls, scratch } = engine;
  if (calls.FPDFPath_GetDrawMode(object, scratch, scratch + 4) === 0) return { fills: false, strokes: false };
  return {
    fills: engine.view().getInt32(scratch, true) !== 0,
    strokes: engine.view().getInt32(scratch + 4, true) !== 0,
  };
}

interface Colour {
  readonly rgb: readonly number[];
  readonly alpha: number;
}

/** The colour of an object, with alpha; null where PDFium reports none. */
export function colourOf(engine: Engine, object: number, kind: 'Fill' | 'Stroke'): Colour | null {
  const { calls, scratch } = engine;
  if (calls[`FPDFPageObj_Get${kind}Color`](object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return null;
  const [r = 0, g = 0, b = 0, alpha = 0] = [0, 4, 8, 12].map((offset) =>
    engine.view().getUint32(scratch + offset, true),
  );
  return { rgb: [r, g, b], alpha };
}

function hides(
  engine: Engine,
  { object, kind, veil }: { object: number; kind: 'Fill' | 'Stroke'; veil: Veil },
): boolean {
  const colour = colourOf(engine, object, kind);
  if (colour?.alpha !== 255 || colour.rgb.every((part) => part === tiling)) return false;
  return veil === 'none' || colour.rgb.every((part) => part <= darkest);
}

/** Disjoint rectangles are filled by either rule (ISO 32000-2, 8.5.3.3); overlapping ones may leave holes. */
function filled({ rects }: PathShape): readonly Rect[] {
  if (!rects || rects.length > maxRects) return [];
  const clear = rects.every((one, index) => rects.slice(index + 1).every((other) => !overlap(one, other)));
  return clear ? rects : [];
}

function overlap(one: Rect, other: Rect): boolean {
  const { x0, y0, x1, y1 } = intersect(one, other);
  return x1 - x0 > 0.01 && y1 - y0 > 0.01;
}

function stroked(
  engine: Engine,
  object: number,
  [[ax, ay], [bx, by]]: NonNullable<PathShape['line']>,
  whole: Matrix,
): readonly Rect[] {
  const { calls, scratch } = engine;
  if (calls.FPDFPageObj_GetStrokeWidth(object, scratch) === 0) return [];
  const width =
    engine.view().getFloat32(scratch, true) * Math.sqrt(Math.abs(whole[0] * whole[3] - whole[1] * whole[2]));
  if (calls.FPDFPageObj_GetDashCount(object) > 0 || !(Math.abs(ax - bx) < 0.01 || Math.abs(ay - by) < 0.01)) return [];
  const [dx, dy] = Math.abs(ax - bx) < 0.01 ? [width / 2, 0] : [0, width / 2];
  return [
    { x0: Math.min(ax, bx) - dx, y0: Math.min(ay, by) - dy, x1: Math.max(ax, bx) + dx, y1: Math.max(ay, by) + dy },
  ];
}

/** A rectangle within a clip; null below a point, where it hides no letter. */
function within(rect: Rect, { rect: outer, unions }: Clip): readonly Rect[] {
  const { x0, y0, x1, y1 } = intersect(rect, outer);
  return unions.length === 0 && x1 - x0 > 1 && y1 - y0 > 1 ? [{ x0, y0, x1, y1 }] : [];
}
