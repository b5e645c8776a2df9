import { inverse, mapPoint, type Matrix } from '../geometry/matrix.ts';
import type { Box } from '../file/pdf-file.ts';

/** A convex polygon: x and y of each corner. */
export type Polygon = readonly number[];

/** The corners of a box, counterclockwise from its lower left one. */
export const polygonOf = ([x0, y0, x1, y1]: Box): Polygon => [x0, y0, x1, y0, x1, y1, x0, y1];

/** The smallest box around a polygon. Without corners, left is Infinity and right -Infinity. */
export function boundsOf(polygon: Polygon): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < polygon.length; at += 2) {
    [x0, x1] = [Math.min(x0, polygon[at] ?? 0), Math.max(x1, polygon[at] ?? 0)];
    [y0, y1] = [Math.min(y0, polygon[at + 1] ?? 0), Math.max(y1, polygon[at + 1] ?? 0)];
  }
  return [x0, y0, x1, y1];
}

/** True where two boxes have a point in common; edges count. */
export const overlaps = (one: Box, other: Box): boolean =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];

/** True where `inner` exceeds no side of `outer` by more than `slack`. */
export const isWithin = (inner: Box, outer: Box, slack = 0): boolean =>
  inner[0] >= outer[0] - slack &&
  inner[1] >= outer[1] - slack &&
  inner[2] <= outer[2] + slack &&
  inner[3] <= outer[3] + slack;

/** A box with every side moved outwards by `by`. */
export const grown = ([x0, y0, x1, y1]: Box, by: number): Box => [x0 - by, y0 - by, x1 + by, y1 + by];

/** A polygon with each corner mapped by the matrix. */
export function mapped(matrix: Matrix, polygon: Polygon): Polygon {
  const result: number[] = [];
  for (let at = 0; at + 1 < polygon.length; at += 2)
    result.push(...mapPoint(matrix, polygon[at] ?? 0, polygon[at + 1] ?? 0));
  return result;
}

/** What of a polygon lies where `keep` (a distance from a line) is not negative (Sutherland and Hodgman). */
export function clipped(polygon: Polygon, keep: (x: number, y: number) => number): Polygon {
  const result: number[] = [];
  const count = polygon.length / 2;
  for (let index = 0; index < count; index += 1) {
    const [ax, ay] = [polygon[2 * index] ?? 0, polygon[2 * index + 1] ?? 0];
    const next = (index + 1) % count;
    const [bx, by] = [polygon[2 * next] ?? 0, polygon[2 * next + 1] ?? 0];
    const [da, db] = [keep(ax, ay), keep(bx, by)];
    if (da >= 0) result.push(ax, ay);
    if (da >= 0 !== db >= 0) {
      const share = da / (da - db);
      result.push(ax + share * (bx - ax), ay + share * (by - ay));
    }
  }
  return result;
}

/** The part of a polygon that lies within a box; empty where there is none. */
export function withinBox(polygon: Polygon, [x0, y0, x1, y1]: Box): Polygon {
  return [
    (x: number) => x - x0,
    (x: number) => x1 - x,
    (_: number, y: number) => y - y0,
    (_: number, y: number) => y1 - y,
  ].reduce((rest, keep) => clipped(rest, keep), polygon);
}

/**
 * The part of a glyph's quad (a parallelogram) that a convex polygon covers: shares of its width and of its height, 0
 * to 1; null where they do not touch. A glyph without a width (a mark) counts as a hair wide.
 */
export function coverage(quad: Polygon, polygon: Polygon): { readonly width: number; readonly height: number } | null {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, , , x3 = 0, y3 = 0] = quad;
  let [ux, uy] = [x1 - x0, y1 - y0];
  const [vx, vy] = [x3 - x0, y3 - y0];
  if (Math.hypot(ux, uy) < 1e-6) {
    const length = Math.hypot(vx, vy) || 1;
    [ux, uy] = [(vy / length) * 0.01, (-vx / length) * 0.01];
  }
  const toUnit = inverse([ux, uy, vx, vy, x0, y0]);
  if (toUnit === null) return null;
  const cut = withinBox(mapped(toUnit, polygon), [0, 0, 1, 1]);
  if (cut.length < 6) return null;
  const [left, bottom, right, top] = boundsOf(cut);
  return { width: right - left, height: top - bottom };
}
