import type { PageSize } from '../planned-page.ts';

/** How pages are put on sheets. */
export interface SheetStep {
  readonly columns: number;
  readonly rows: number;
  /** That of the first page unless given. `turns`: it lies across where pages become larger. */
  readonly size?: PageSize | undefined;
  readonly turns: boolean;
  /** Between pages, in points. */
  readonly gap: number;
  readonly border: boolean;
  /** The order of a booklet: sheets that are printed on both sides, and folded in the middle. */
  readonly booklet: boolean;
}

/** A place on a sheet: points from its top-left corner. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Sheets of one size. */
export interface SheetLayout extends PageSize {
  readonly cells: readonly Cell[];
  /** For each sheet the index of the page in each cell; `null` for an empty one. */
  readonly sheets: readonly (readonly (number | null)[])[];
}

/** Lays out pages of these sizes. */
export function layOut(pages: readonly PageSize[], step: SheetStep): SheetLayout {
  const wanted = step.size ?? pages[0] ?? { width: 595.276, height: 841.89 };
  const across = { width: wanted.height, height: wanted.width };
  const size = step.turns && scaleOn(across, pages, step) > scaleOn(wanted, pages, step) * 1.001 ? across : wanted;
  const cells = cellsOf(size, step);
  const order = step.booklet ? bookletOrder(pages.length) : pages.map((_, index) => index);
  const sheets = Array.from({ length: Math.ceil(order.length / cells.length) }, (_, sheet) =>
    cells.map((_cell, index) => order[sheet * cells.length + index] ?? null),
  );
  return { ...size, cells, sheets };
}

/** The scale of the first page on a sheet of this size. */
function scaleOn(size: PageSize, [first]: readonly PageSize[], step: SheetStep): number {
  const [cell] = cellsOf(size, step);
  return cell === undefined || first === undefined ? 0 : Math.min(cell.width / first.width, cell.height / first.height);
}

/** Cells from left to right, then downwards. Gaps take at most half of the sheet. */
function cellsOf({ width, height }: PageSize, { columns, rows, gap }: SheetStep): Cell[] {
  const between = (side: number, count: number) => (count === 1 ? 0 : Math.min(gap, side / 2 / (count - 1)));
  const [beside, below] = [between(width, columns), between(height, rows)];
  const own = {
    width: (width - beside * (columns - 1)) / columns,
    height: (height - below * (rows - 1)) / rows,
  };
  return Array.from({ length: rows * columns }, (_, index) => ({
    ...own,
    x: (index % columns) * (own.width + beside),
    y: Math.floor(index / columns) * (own.height + below),
  }));
}

/** Pages of a booklet by their index, two a side: the outermost sheet first, its front before its back. */
function bookletOrder(count: number): (number | null)[] {
  const padded = Math.ceil(count / 4) * 4;
  const page = (index: number) => (index < count ? index : null);
  return Array.from({ length: padded / 2 }, (_, side) => {
    const [outer, inner] = [page(padded - 1 - side), page(side)];
    return side % 2 === 0 ? [outer, inner] : [inner, outer];
  }).flat();
}
