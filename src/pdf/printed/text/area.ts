import type { Matrix } from '../../geometry/matrix.ts';

/** A rectangle in the space of the page, points from its lower left corner. */
export interface Area {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The area without bounds. */
export const everywhere: Area = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };
const nowhere: Area = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };

/** The area that holds `area` (if any) and these points, x and y by turns, in the space of the matrix. */
export function around(area: Area | null, [a, b, c, d, e, f]: Matrix, points: readonly number[]): Area {
  let { left, bottom, right, top } = area ?? nowhere;
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    const [pageX, pageY] = [a * x + c * y + e, b * x + d * y + f];
    left = Math.min(left, pageX);
    right = Math.max(right, pageX);
    bottom = Math.min(bottom, pageY);
    top = Math.max(top, pageY);
  }
  return { left, bottom, right, top };
}

/** The common part of two areas. Where there is none, left exceeds right or bottom exceeds top. */
export function meet(a: Area, b: Area): Area {
  return {
    left: Math.max(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
    top: Math.min(a.top, b.top),
  };
}
