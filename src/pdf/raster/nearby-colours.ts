import type { Raster } from './raster-page.ts';

type Pixels = Pick<Raster, 'width' | 'height' | 'rgba'>;

/**
 * Removes pixels from a mask (one byte each, rows of `stride`) whose colour occurs near the same place on the other
 * side: within two pixels along rows or one across, or between two such colours. PDFium places glyphs on whole pixels,
 * and rounding errors of writers add up along a line. `slack` is 0 to 255 for each component.
 */
export function dropNearby(
  mask: Uint8Array,
  stride: number,
  [before, after]: readonly [Pixels, Pixels],
  slack: number,
): void {
  for (let y = 0; y < before.height; y += 1) {
    for (let x = 0; x < before.width; x += 1) {
      const at = y * stride + x;
      if (mask[at] === 1 && isAmong(before, after, { x, y, slack }) && isAmong(after, before, { x, y, slack }))
        mask[at] = 0;
    }
  }
}

/** True where a colour is within the range of those around the place in the other raster, in each component. */
function isAmong(
  one: Pixels,
  other: Pixels,
  { x, y, slack }: { readonly x: number; readonly y: number; readonly slack: number },
): boolean {
  const { width, height, rgba } = other;
  const [left, right] = [Math.max(0, x - 2), Math.min(width - 1, x + 2)];
  const [top, bottom] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)];
  for (let colour = 0; colour < 3; colour += 1) {
    const value = one.rgba[(y * one.width + x) * 4 + colour] ?? 0;
    let [least, greatest] = [255, 0];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const near = rgba[(row * width + column) * 4 + colour] ?? 0;
        if (near < least) least = near;
        if (near > greatest) greatest = near;
      }
    }
    if (value < least - slack || value > greatest + slack) return false;
  }
  return true;
}
