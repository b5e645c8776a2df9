import type { Rect } from '../../geometry/matrix.ts';
import type { Cover } from './cover.ts';

/** The page in so many squares each way, so that a glyph is compared with the covers near it. */
const squares = 32;
/** Of a square that many covers reach into the newest are kept: they lie over the others. */
const maxInSquare = 500;

/** The covers of the square that a point is in, in the order of painting. */
export type CoverGrid = (x: number, y: number) => readonly Cover[];

/**
 * Puts covers, which come in the order of painting, into squares of the page. One that fills a square makes all before
 * it needless there.
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

/** Squares that a cover reaches into, and where it begins and ends, counted in squares. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly whole: readonly [number, number];
}

const isWithin = (square: number, { whole: [low, high] }: Span): boolean => low <= square && high >= square + 1;
