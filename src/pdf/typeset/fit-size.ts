import type { Paragraph } from './paragraph.ts';

/** Lines that follow each other without more room than their fonts ask for. */
export interface FitOptions {
  /** Of the room. Points. */
  readonly width: number;
  readonly height: number;
  /** From one baseline to the next, at a size of 1. */
  readonly leading: number;
  readonly smallest: number;
  readonly largest: number;
}

/** Of a line: what rounding makes of a box that is as tall as its lines. */
const tolerance = 1e-6;

/**
 * The largest size, in steps of a quarter of a point, at which all lines of the paragraphs fit into the room; the
 * smallest size where none does.
 */
export function fitSize(
  paragraphs: readonly Paragraph[],
  { width, height, leading, smallest, largest }: FitOptions,
): number {
  const fits = (size: number) => {
    let left = Math.floor(height / (leading * size) + tolerance);
    for (const paragraph of paragraphs) {
      left -= paragraph.count(width / size, left + 1);
      if (left < 0) return false;
    }
    return true;
  };
  let low = Math.ceil(smallest * 4);
  let high = Math.floor(largest * 4);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle / 4)) low = middle;
    else high = middle - 1;
  }
  return low / 4;
}
