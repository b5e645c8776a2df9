import type { Engine } from '../pdfium/engine.ts';
import { mapRect, type Matrix, matrixFrom, type Rect } from '../pdfium/memory.ts';
import { bounds, segmentPoint } from './clip.ts';

interface Painted {
  readonly page: number;
  readonly object: number;
  readonly image: boolean;
  /** From the object's space to the page as shown. */
  readonly matrix: Matrix;
}

/**
 * The rectangle that an object hides entirely, or `null`: a rectangle filled with an opaque colour, or an upright image
 * without mask or transparency. Anything else may let something through, and is no cover.
 */
export function opaqueCover(engine: Engine, painted: Painted): Rect | null {
  const { calls } = engine;
  const { object } = painted;
  if (calls.FPDFPageObj_HasTransparency(object) !== 0) return null;
  return painted.image ? imageRect(engine, painted) : filledRect(engine, painted);
}

function imageRect(engine: Engine, { page, object, matrix }: Painted): Rect | null {
  const { calls } = engine;
  const metadata = calls.malloc(32);
  const known = calls.FPDFImageObj_GetImageMetadata(object, page, metadata) !== 0;
  // FPDF_IMAGEOBJ_METADATA: width, height, two resolutions, bits a pixel, colour space. A stencil mask has one bit and no colour space.
  const [bits, space] = [engine.view().getUint32(metadata + 16, true), engine.view().getInt32(metadata + 20, true)];
  calls.free(metadata);
  if (!known || bits < 1 || (bits === 1 && space === 0)) return null;
  const own = matrixFrom(engine, (pointer) => calls.FPDFPageObj_GetMatrix(object, pointer));
  if (!own || !upright(own)) return null;
  return mapRect(matrix, mapRect(own, { x0: 0, y0: 0, x1: 1, y1: 1 }));
}

const upright = ([a, b, c, d]: Matrix): boolean => (Math.abs(b) < 1e-3 && Math.abs(c) < 1e-3) || (Math.abs(a) < 1e-3 && Math.abs(d) < 1e-3);

function filledRect(engine: Engine, { object, matrix }: Painted): Rect | null {
  const { calls, scratch } = engine;
  if (calls.FPDFPath_GetDrawMode(object, scratch, scratch + 4) === 0 || engine.view().getInt32(scratch, true) === 0) return null;
  if (calls.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return null;
  if (engine.view().getUint32(scratch + 12, true) !== 255) return null;
  const segments = calls.FPDFPath_CountSegments(object);
  if (segments < 4 || segments > 6) return null;
  const own = matrixFrom(engine, (pointer) => calls.FPDFPageObj_GetMatrix(object, pointer)) ?? [1, 0, 0, 1, 0, 0];
  const points: (readonly [number, number])[] = [];
  for (let index = 0; index < segments; index += 1) points.push(segmentPoint(engine, calls.FPDFPath_GetPathSegment(object, index), own));
  const around = bounds();
  for (const [x, y] of points) around.add(x, y);
  const rect = around.rect();
  if (!rect || !upright(matrix)) return null;
  const onCorner = points.every(([x, y]) => (near(x, rect.x0) || near(x, rect.x1)) && (near(y, rect.y0) || near(y, rect.y1)));
  return onCorner && rect.x1 - rect.x0 > 1 && rect.y1 - rect.y0 > 1 ? mapRect(matrix, rect) : null;
}

const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.01;
