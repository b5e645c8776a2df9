/** An affine map as PDF writes it (ISO 32000-2, 8.3.3): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A rectangle by its corners; which way y grows is for its owner to say. */
export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** `first`, then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** The point that the matrix maps (x, y) to. */
export function mapPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The map the other way round; `null` where it flattens the plane, or is not made of numbers. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant)) return null;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** True where upright rectangles stay upright. */
export const keepsUpright = ([a, b, c, d]: Matrix): boolean =>
  (Math.abs(b) < 1e-3 && Math.abs(c) < 1e-3) || (Math.abs(a) < 1e-3 && Math.abs(d) < 1e-3);

/** The upright rectangle around a rectangle that was mapped. */
export function mapRect([a, b, c, d, e, f]: Matrix, { x0, y0, x1, y1 }: Rect): Rect {
  const [ax0, ax1, cy0, cy1] = [a * x0, a * x1, c * y0, c * y1];
  const [bx0, bx1, dy0, dy1] = [b * x0, b * x1, d * y0, d * y1];
  return {
    x0: Math.min(ax0, ax1) + Math.min(cy0, cy1) + e,
    y0: Math.min(bx0, bx1) + Math.min(dy0, dy1) + f,
    x1: Math.max(ax0, ax1) + Math.max(cy0, cy1) + e,
    y1: Math.max(bx0, bx1) + Math.max(dy0, dy1) + f,
  };
}

/** The common part of two rectangles. Where there is none, x0 exceeds x1 or y0 exceeds y1. */
export function intersect(one: Rect, other: Rect): Rect {
  return {
    x0: Math.max(one.x0, other.x0),
    y0: Math.max(one.y0, other.y0),
    x1: Math.min(one.x1, other.x1),
    y1: Math.min(one.y1, other.y1),
  };
}

/** The matrix that maps every point to itself. */
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** To hundredths of a point, in which answers have places and sizes. Never -0. */
export const hundredths = (value: number): number => Math.round(value * 100) / 100 + 0;
