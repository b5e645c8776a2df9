import type { Raster } from './raster-page.ts';

type Pixels = Pick<Raster, 'width' | 'height' | 'rgba'>;

/**
 * Takes pixels out of a mask (a byte each, rows of `stride`) whose colours are there on the other side too, two pixels
 * further along the rows or one further across them, or between two that are: PDFium sets glyphs on whole pixels, and
 * what writers round adds up along a line. `slack` is of 255, in each colour.
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

/**
 * True where the colour of one is between the least and the most of those around the place in the other, in red, green
 * and blue.
 */
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
    let [least, most] = [255, 0];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const near = rgba[(row * width + column) * 4 + colour] ?? 0;
        if (near < least) least = near;
        if (near > most) most = near;
      }
    }
    if (value < least - slack || value > most + slack) return false;
  }
  return true;
}
