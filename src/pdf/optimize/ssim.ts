import type { Raster } from '../raster/raster-page.ts';

/** Grey values, rows from the top. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The luma (ITU-R BT.601) of a raster. */
export function greyOf({ width, height, rgba }: Raster): Grey {
  const bytes = new Uint8Array(width * height);
  for (let to = 0, from = 0; to < bytes.length; to += 1, from += 4)
    bytes[to] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29 + 128) >> 8;
  return { width, height, bytes };
}

/** Side in pixels of the squares whose mean colours are compared: effects of JPEG at an edge stay within one. */
const square = 8;

/** Mean red, green and blue of each square. */
export function meanColours({ width, height, rgba }: Raster): Uint8Array {
  const across = Math.ceil(width / square);
  const sums = new Float64Array(across * Math.ceil(height / square) * 3);
  const counts = new Uint32Array(sums.length / 3);
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, from += 4) {
      const to = Math.floor(y / square) * across + Math.floor(x / square);
      counts[to] = (counts[to] ?? 0) + 1;
      for (let component = 0; component < 3; component += 1)
        sums[to * 3 + component] = (sums[to * 3 + component] ?? 0) + (rgba[from + component] ?? 0);
    }
  }
  return Uint8Array.from(sums, (sum, at) => Math.round(sum / (counts[Math.floor(at / 3)] ?? 1)));
}

/** Constants of the index, for values to 255: (0.01 L)² and (0.03 L)². */
const [c1, c2] = [6.5025, 58.5225];

/** Side of a window, and distance of windows, in pixels. */
const side = 8;
const step = 4;

/**
 * Structural similarity of two pictures (Wang, Bovik, Sheikh, Simoncelli 2004): the mean over windows of 8 by 8 pixels,
 * 1 for equal ones. 0 for different sizes.
 */
export function similarity(one: Grey, other: Grey): number {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return 0;
  let sum = 0;
  let windows = 0;
  for (let y = 0; y === 0 || y + side <= height; y += step) {
    for (let x = 0; x === 0 || x + side <= width; x += step) {
      sum += windowSimilarity(one, other, {
        x,
        y,
        right: Math.min(width, x + side),
        bottom: Math.min(height, y + side),
      });
      windows += 1;
    }
  }
  return sum / windows;
}

function windowSimilarity(
  { width, bytes: a }: Grey,
  { bytes: b }: Grey,
  { x, y, right, bottom }: { x: number; y: number; right: number; bottom: number },
): number {
  let [sumA, sumB, squareA, squareB, both] = [0, 0, 0, 0, 0];
  for (let row = y; row < bottom; row += 1) {
    for (let at = row * width + x, end = row * width + right; at < end; at += 1) {
      const [p, q] = [a[at] ?? 0, b[at] ?? 0];
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      both += p * q;
    }
  }
  const count = (right - x) * (bottom - y);
  const [meanA, meanB] = [sumA / count, sumB / count];
  const [varianceA, varianceB, covariance] = [
    squareA / count - meanA * meanA,
    squareB / count - meanB * meanB,
    both / count - meanA * meanB,
  ];
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  );
}
