import { greatest, least } from '../../../objects/large-arrays.ts';
import { clipped, mapped, type Polygon } from '../../../facts/shape.ts';

/** Samples of a picture as PDF stores them (ISO 32000-2, 8.9.5.2): rows from the top, each padded to a whole byte. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly bits: number;
  readonly bytes: Buffer;
}

/**
 * Sets all bits of the samples that polygons touch to 1 or to 0. Polygons are in the unit square of the image, y
 * upwards.
 */
export function blankPixels(
  { width, height, components, bits, bytes }: Samples,
  polygons: readonly Polygon[],
  ones: boolean,
): void {
  const row = Math.ceil((width * components * bits) / 8);
  for (const [y, x0, x1] of spans(polygons, width, height))
    fillBits(bytes, y * row * 8 + x0 * components * bits, y * row * 8 + x1 * components * bits, ones);
}

/** Pixels that polygons touch, as spans of a row: y, first and end x. */
function* spans(
  polygons: readonly Polygon[],
  width: number,
  height: number,
): Generator<readonly [y: number, x0: number, x1: number]> {
  for (const polygon of polygons) {
    const pixels = mapped([width, 0, 0, -height, 0, height], polygon);
    const ys = pixels.filter((_, at) => at % 2 === 1);
    const [first, last] = [Math.max(0, Math.floor(least(ys))), Math.min(height, Math.ceil(greatest(ys)))];
    for (let y = first; y < last; y += 1) {
      const band = clipped(
        clipped(pixels, (_, at) => at - y),
        (_, at) => y + 1 - at,
      );
      const xs = band.filter((_, at) => at % 2 === 0);
      if (xs.length === 0) continue;
      const [x0, x1] = [Math.max(0, Math.floor(least(xs))), Math.min(width, Math.ceil(greatest(xs)))];
      if (x1 > x0) yield [y, x0, x1];
    }
  }
}

function fillBits(bytes: Buffer, from: number, to: number, ones: boolean): void {
  const [first, last] = [Math.ceil(from / 8), Math.floor(to / 8)];
  const set = (bit: number) => {
    const mask = 0x80 >> (bit % 8);
    const at = bit >> 3;
    if (at < bytes.length) bytes[at] = ones ? (bytes[at] ?? 0) | mask : (bytes[at] ?? 0) & ~mask;
  };
  if (first > last) {
    for (let bit = from; bit < to; bit += 1) set(bit);
    return;
  }
  for (let bit = from; bit < first * 8; bit += 1) set(bit);
  bytes.fill(ones ? 0xff : 0, first, Math.min(last, bytes.length));
  for (let bit = last * 8; bit < to; bit += 1) set(bit);
}
