import pixelmatch from 'pixelmatch';
import { dropNearby } from './nearby-colours.ts';
import type { Raster } from './raster-page.ts';
import { dropSpecks } from './specks.ts';

/** The properties of a raster that are compared. */
type Pixels = Pick<Raster, 'width' | 'height' | 'rgba'>;

/** In pixels from the top-left corner. */
export interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Options of a pixel comparison. */
export interface DifferenceOptions {
  /** Distance in YIQ up to which colours are equal, as a share of the greatest distance, 0 to 1. */
  readonly tolerance: number;
  /** Counts anti-aliased pixels as well; false unless given. */
  readonly antialiasing?: boolean;
  /** Ignores colours that are moved by up to two pixels along a row, or one across; false unless given. */
  readonly nearby?: boolean;
  /** Ignores groups of fewer pixels; 1 unless given. */
  readonly leastPixels?: number;
  /** Areas where `nearby` and `leastPixels` do not apply. */
  readonly strict?: readonly PixelRect[];
  /** Areas that are not compared. */
  readonly ignore?: readonly PixelRect[];
}

/** The difference of two rasters aligned at their top-left corners. */
export interface PixelDifference {
  /** Size of the area that either covers, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of differing pixels. */
  readonly count: number;
  /** Share of differing pixels, 0 to 1. */
  readonly share: number;
  /** One byte for each pixel, row by row: 1 for a difference. */
  readonly mask: Uint8Array;
}

/** Sizes that differ by rounding count as equal. */
const roundingPixels = 1;

/**
 * Compares rasters pixel by pixel (pixelmatch). The area that only one covers differs, except for one row or column of
 * rounding.
 */
export function pixelDifference(
  before: Pixels,
  after: Pixels,
  { tolerance, antialiasing = false, nearby = false, leastPixels = 1, strict = [], ignore = [] }: DifferenceOptions,
): PixelDifference {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const mask = new Uint8Array(width * height);
  const shared = { width: Math.min(before.width, after.width), height: Math.min(before.height, after.height) };
  const both = [cut(before, shared), cut(after, shared)] as const;
  markDiffering(mask, width, both, { tolerance, antialiasing });
  const all = strict.length === 0 ? mask : mask.slice();
  if (nearby) dropNearby(mask, width, both, (255 * tolerance) / 2);
  if (leastPixels > 1) dropSpecks(mask, width, leastPixels);
  for (const rect of strict) eachRow(mask, width, rect, (from, to) => mask.set(all.subarray(from, to), from));
  if (width - shared.width > roundingPixels)
    fill(mask, width, { x: shared.width, y: 0, width: width - shared.width, height }, 1);
  if (height - shared.height > roundingPixels)
    fill(mask, width, { x: 0, y: shared.height, width, height: height - shared.height }, 1);
  for (const rect of ignore) fill(mask, width, rect, 0);
  let count = 0;
  for (const differs of mask) count += differs;
  return { width, height, count, share: mask.length === 0 ? 0 : count / mask.length, mask };
}

/** Clears a rectangle of a mask. */
export const clear = ({ mask, width }: Pick<PixelDifference, 'mask' | 'width'>, rect: PixelRect): void =>
  fill(mask, width, rect, 0);

function markDiffering(
  mask: Uint8Array,
  stride: number,
  [before, after]: readonly [Pixels, Pixels],
  { tolerance, antialiasing }: { tolerance: number; antialiasing: boolean },
): void {
  const { width } = before;
  const band = differingRows(before, after);
  if (band === null) return;
  const [from, to] = band;
  const rows = ({ rgba }: Pixels) => rgba.subarray(from * width * 4, to * width * 4);
  const output = new Uint8Array(width * (to - from) * 4);
  if (
    pixelmatch(rows(before), rows(after), output, width, to - from, {
      threshold: tolerance,
      includeAA: antialiasing,
      diffMask: true,
    }) === 0
  )
    return;
  for (let y = from; y < to; y += 1) {
    for (let x = 0; x < width; x += 1) mask[y * stride + x] = output[((y - from) * width + x) * 4 + 3] === 0 ? 0 : 1;
  }
}

/** Rows around a pixel in which pixelmatch looks for anti-aliasing. */
const reach = 2;

/** The range of differing rows with the rows around them; null without any. */
function differingRows({ width, height, rgba }: Pixels, { rgba: other }: Pixels): [from: number, to: number] | null {
  const [one, two] = [
    Buffer.from(rgba.buffer, rgba.byteOffset, rgba.length),
    Buffer.from(other.buffer, other.byteOffset, other.length),
  ];
  const same = (row: number) =>
    one.compare(two, row * width * 4, (row + 1) * width * 4, row * width * 4, (row + 1) * width * 4) === 0;
  let [from, to] = [0, height];
  while (from < to && same(from)) from += 1;
  while (to > from && same(to - 1)) to -= 1;
  return from === to ? null : [Math.max(0, from - reach), Math.min(height, to + reach)];
}

/** The top-left part of a raster; the raster itself if it has that size. */
function cut(raster: Pixels, { width, height }: { readonly width: number; readonly height: number }): Pixels {
  if (raster.width === width && raster.height === height) return raster;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    rgba.set(raster.rgba.subarray(y * raster.width * 4, (y * raster.width + width) * 4), y * width * 4);
  return { width, height, rgba };
}

const fill = (mask: Uint8Array, stride: number, rect: PixelRect, value: 0 | 1): void =>
  eachRow(mask, stride, rect, (from, to) => void mask.fill(value, from, to));

/** Visits the part of each row of a mask within a rectangle. */
function eachRow(
  mask: Uint8Array,
  stride: number,
  { x, y, width, height }: PixelRect,
  use: (from: number, to: number) => void,
): void {
  const [left, right] = [Math.max(0, Math.floor(x)), Math.min(stride, Math.ceil(x + width))];
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(mask.length / stride, Math.ceil(y + height)); row += 1)
    if (right > left) use(row * stride + left, row * stride + right);
}
