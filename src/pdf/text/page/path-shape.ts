import type { Engine } from '../../pdfium/engine.ts';
import { mapPoint, type Matrix, type Rect } from '../../geometry/matrix.ts';

/** A path, as far as it consists of rectangles or one line. */
export interface PathShape {
  readonly bounds: Rect;
  /** Its subpaths, if all of them are upright rectangles. */
  readonly rects: readonly Rect[] | null;
  /** Its ends, if it is one straight line. */
  readonly line: readonly [Point, Point] | null;
}

type Point = readonly [x: number, y: number];

const maxSegments = 2_000;

/** FPDF_SEGMENT_* of fpdfview.h. */
const kinds = { line: 0, move: 2 } as const;

interface Segments {
  readonly count: number;
  /** An FPDF_PATHSEGMENT by index. */
  readonly at: (index: number) => number;
  /** From the space of the path to the target space. */
  readonly matrix: Matrix;
}

/** Reads a path; `null` for an empty, very long or invalid one. */
export function pathShape(engine: Engine, { count, at, matrix }: Segments): PathShape | null {
  if (count < 1 || count > maxSegments) return null;
  const subpaths: Point[][] = [];
  let straight = true;
  for (let index = 0; index < count; index += 1) {
    const segment = at(index);
    const kind = engine.calls.FPDFPathSegment_GetType(segment);
    if (kind === kinds.move || index === 0) subpaths.push([]);
    straight &&= kind === kinds.move || kind === kinds.line;
    subpaths.at(-1)?.push(pointOf(engine, segment, matrix));
  }
  // Closed paths often end in a move.
  const drawn = subpaths.filter((points, index) => index === 0 || points.length > 1);
  const bounds = around(drawn.flat());
  if (!Object.values(bounds).every(Number.isFinite)) return null;
  const rects = straight ? drawn.map(rectOf) : [];
  const [only] = drawn;
  const line =
    straight && drawn.length === 1 && only?.[0] && only[1] && only.length === 2 ? ([only[0], only[1]] as const) : null;
  return { bounds, rects: straight && rects.every((rect) => rect !== null) ? rects : null, line };
}

function pointOf(engine: Engine, segment: number, matrix: Matrix): Point {
  const { calls, scratch } = engine;
  calls.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
  const view = engine.view();
  return mapPoint(matrix, view.getFloat32(scratch, true), view.getFloat32(scratch + 4, true));
}

function around(points: readonly Point[]): Rect {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  return { x0, y0, x1, y1 };
}

/** The rectangle of a subpath with its corners in order; `null` for other shapes. */
function rectOf(points: readonly Point[]): Rect | null {
  const [first] = points;
  const last = points.at(-1);
  const corners = first && last && points.length > 4 && same(first, last) ? points.slice(0, -1) : points;
  if (corners.length !== 4) return null;
  const rect = around(corners);
  const upright = corners.every(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % 4] ?? [x, y];
    return (
      (near(x, rect.x0) || near(x, rect.x1)) &&
      (near(y, rect.y0) || near(y, rect.y1)) &&
      (near(x, nextX) || near(y, nextY))
    );
  });
  return upright ? rect : null;
}

const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.01;
const same = (one: Point, other: Point): boolean => near(one[0], other[0]) && near(one[1], other[1]);
