import type { Engine } from '../pdfium/engine.ts';
import { intersect, mapPoint, type Matrix, type Rect } from '../pdfium/memory.ts';

const maxSegments = 2_000;

/** Grows around points. */
export function bounds(): { add(x: number, y: number): void; rect(): Rect | null } {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  return {
    add(x, y) {
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
    },
    rect: () => (x0 > x1 ? null : { x0, y0, x1, y1 }),
  };
}

/** A point of a path segment, as shown on the page. */
export function segmentPoint(engine: Engine, segment: number, matrix: Matrix): readonly [x: number, y: number] {
  const { calls, scratch } = engine;
  calls.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
  const view = engine.view();
  return mapPoint(matrix, view.getFloat32(scratch, true), view.getFloat32(scratch + 4, true));
}

/**
 * The rectangle around the clipping path of an object, as shown; `null` where there is none or it is too long to measure.
 * What is outside of it is clipped for sure; what is inside may still be, where the path is no rectangle.
 */
export function clipBounds(engine: Engine, object: number, matrix: Matrix): Rect | null {
  const { calls } = engine;
  const clip = calls.FPDFPageObj_GetClipPath(object);
  const paths = clip === 0 ? 0 : calls.FPDFClipPath_CountPaths(clip);
  let all: Rect | null = null;
  for (let path = 0; path < paths; path += 1) {
    const segments = calls.FPDFClipPath_CountPathSegments(clip, path);
    if (segments < 1 || segments > maxSegments) continue;
    const around = bounds();
    for (let index = 0; index < segments; index += 1) around.add(...segmentPoint(engine, calls.FPDFClipPath_GetPathSegment(clip, path, index), matrix));
    const rect = around.rect();
    if (rect) all = all ? intersect(all, rect) : rect;
  }
  return all;
}
