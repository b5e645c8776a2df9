import type { Rect } from '../../geometry/matrix.ts';
import type { Cover } from './cover.ts';

/** Number of squares in each direction, so that a glyph is compared only with covers near it. */
const squares = 32;
/** Covers of one square; the newest are retained, because they are on top. */
const maxInSquare = 500;

/** The covers of the square at a point, in painting order. */
export type CoverGrid = (x: number, y: number) => readonly Cover[];

/**
 * Sorts covers, given in painting order, into squares of the page. A cover that fills a square replaces all earlier
 * ones there.
 */
export function coverGrid(covers: readonly Cover[], { x1: width, y1: height }: Rect): CoverGrid {
  const grid: Cover[][] = [];
  const at = (place: number, whole: number) =>
    Math.min(squares - 1, Math.max(0, Math.floor((place / whole) * squares) || 0));
  for (const cover of covers) {
    const across = spanOf(cover.rect.x0, cover.rect.x1, width);
    const down = spanOf(cover.rect.y0, cover.rect.y1, height);
    for (let row = down.from; row <= down.to; row += 1) {
      for (let column = across.from; column <= across.to; column += 1) {
        const index = row * squares + column;
        const before = grid[index];
        const fills = cover.opaqueAt === null && isWithin(row, down) && isWithin(column, across);
        if (!before || fills) grid[index] = [cover];
        else before.push(cover);
        if (before && before.length > 2 * maxInSquare) before.splice(0, maxInSquare);
      }
    }
  }
  return (x, y) => grid[at(y, height) * squares + at(x, width)] ?? [];

  function spanOf(low: number, high: number, whole: number): Span {
    return { from: at(low, whole), to: at(high, whole), whole: [(low / whole) * squares, (high / whole) * squares] };
  }
}

/** The squares of a cover, and its exact start and end in units of squares. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly whole: readonly [number, number];
}

const isWithin = (square: number, { whole: [low, high] }: Span): boolean => low <= square && high >= square + 1;
