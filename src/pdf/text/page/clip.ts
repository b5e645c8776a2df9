import type { Engine } from '../../pdfium/engine.ts';
import { intersect, type Matrix, type Rect } from '../../geometry/matrix.ts';
import { pathShape } from './path-shape.ts';

/** The area of a clipping path, as shown on the page. */
export interface Clip {
  /** Everything outside is clipped. */
  readonly rect: Rect;
  /** For paths with several rectangles: everything outside all rectangles of one path is clipped, too. */
  readonly unions: readonly (readonly Rect[])[];
  /** The path consists of rectangles only; otherwise parts of the inside may be clipped, too. */
  readonly exact: boolean;
}

/** The clip of an object without one. */
export const unclipped: Clip = {
  rect: { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity },
  unions: [],
  exact: true,
};

/** Nested clipping paths that are measured, from the outermost. */
const maxPaths = 64;

/** The clipping path of an object, within that of its parent (ISO 32000-2, 8.5.4). */
export function clipOf(engine: Engine, object: number, { from, matrix }: { from: Clip; matrix: Matrix }): Clip {
  const { calls } = engine;
  const handle = calls.FPDFPageObj_GetClipPath(object);
  const paths = handle === 0 ? 0 : calls.FPDFClipPath_CountPaths(handle);
  let clip = paths > maxPaths ? { ...from, exact: false } : from;
  for (let path = 0; path < Math.min(paths, maxPaths); path += 1) {
    const shape = pathShape(engine, {
      count: calls.FPDFClipPath_CountPathSegments(handle, path),
      at: (index) => calls.FPDFClipPath_GetPathSegment(handle, path, index),
      matrix,
    });
    if (!shape) clip = { ...clip, exact: false };
    else
      clip = {
        rect: intersect(clip.rect, shape.bounds),
        unions: shape.rects && shape.rects.length > 1 ? [...clip.unions, shape.rects] : clip.unions,
        exact: clip.exact && shape.rects !== null,
      };
  }
  return clip;
}

/** True for a rectangle that is clipped entirely. */
export const clipsAway = ({ rect, unions }: Clip, inner: Rect): boolean =>
  apart(inner, rect) || unions.some((rects) => rects.every((one) => apart(inner, one)));

/** True where rectangles share at most an edge. Marks without width count as lines. */
export function apart(inner: Rect, outer: Rect): boolean {
  const { x0, y0, x1, y1 } = intersect(inner, outer);
  return x1 - x0 < Math.min(0.05, inner.x1 - inner.x0) || y1 - y0 < Math.min(0.05, inner.y1 - inner.y0);
}
