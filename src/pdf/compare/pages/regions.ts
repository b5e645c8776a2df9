import { hundredths } from '../../geometry/matrix.ts';
import type { PixelDifference } from '../../raster/pixel-difference.ts';
import type { Box } from '../../text/extracted.ts';

/** Points within which differing pixels belong to one region. */
const cellPoints = 6;
/** Points around the pixels. */
const paddingPoints = 1;

interface Extent {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Boxes in points around groups of differing pixels. `scale` is in pixels per point. */
export function regionsOf(
  { width, height, mask }: Pick<PixelDifference, 'width' | 'height' | 'mask'>,
  scale: number,
): Box[] {
  const cell = Math.max(2, Math.round(cellPoints * scale));
  const columns = Math.ceil(width / cell);
  const cells = new Map<number, Extent>();
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const key = Math.floor(y / cell) * columns + Math.floor(x / cell);
    const extent = cells.get(key);
    if (extent) grow(extent, { x0: x, y0: y, x1: x + 1, y1: y + 1 });
    else cells.set(key, { x0: x, y0: y, x1: x + 1, y1: y + 1 });
  }
  return connected(cells, columns).map(({ x0, y0, x1, y1 }) => {
    const [left, top] = [Math.max(0, x0 / scale - paddingPoints), Math.max(0, y0 / scale - paddingPoints)];
    return {
      x: hundredths(left),
      y: hundredths(top),
      width: hundredths(Math.min(width / scale, x1 / scale + paddingPoints) - left),
      height: hundredths(Math.min(height / scale, y1 / scale + paddingPoints) - top),
    };
  });
}

function grow(extent: Extent, { x0, y0, x1, y1 }: Extent): void {
  extent.x0 = Math.min(extent.x0, x0);
  extent.y0 = Math.min(extent.y0, y0);
  extent.x1 = Math.max(extent.x1, x1);
  extent.y1 = Math.max(extent.y1, y1);
}

/** Groups cells that touch, also at a corner, from top to bottom. */
function connected(cells: Map<number, Extent>, columns: number): Extent[] {
  const found: Extent[] = [];
  for (const [start, first] of cells) {
    cells.delete(start);
    const whole = { ...first };
    const open = [start];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const [at, column] = [key, key % columns];
      for (const neighbour of [-1, 0, 1].flatMap((down) =>
        [-1, 0, 1]
          .filter((across) => column + across >= 0 && column + across < columns)
          .map((across) => at + down * columns + across),
      )) {
        const extent = cells.get(neighbour);
        if (!extent) continue;
        cells.delete(neighbour);
        grow(whole, extent);
        open.push(neighbour);
      }
    }
    found.push(whole);
  }
  return found.sort((one, other) => one.y0 - other.y0 || one.x0 - other.x0);
}
