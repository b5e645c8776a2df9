import type { Report } from '../../../input/fields.ts';
import { limited } from './rows.ts';
import { isRich, keyOf, maxColumns, maxRowSpan, type Cell, type Row, type TableLayout } from './table-params.ts';

/** A span, or 1 where it is invalid, which is reported elsewhere. */
const spanOf = (span: unknown) => (typeof span === 'number' && span >= 1 && span <= maxRowSpan ? Math.floor(span) : 1);

/**
 * Places the rows of a table into columns, one after the other (HTML, 4.9.12, forming a table). Time is linear in the
 * number of cells.
 */
class Grid {
  readonly columns: number;
  /** For each column, the first row that no cell above reaches into. */
  readonly #free: Float64Array;
  #row = 0;
  /** Maximum of `#free`. */
  #lowest = 0;

  constructor(columns: number) {
    this.columns = columns;
    this.#free = new Float64Array(columns);
  }

  /** True while a cell of a row above reaches into the next row. */
  get spanning(): boolean {
    return this.#lowest > this.#row;
  }

  /** Skips a row with one cell in each column. */
  pass(): void {
    this.#row += 1;
  }

  /** Places one row: the column at which each cell begins, how many columns are filled, and whether cells overlap. */
  lay(cells: readonly Cell[]): { readonly starts: number[]; readonly filled: number; readonly overlap: boolean } {
    const starts: number[] = [];
    let [at, overlap] = [this.#skip(0), false];
    for (const cell of cells) {
      const [colspan, rowspan] = isRich(cell) ? [spanOf(cell.colspan), spanOf(cell.rowspan)] : [1, 1];
      starts.push(at);
      overlap = this.#cover(at, Math.min(at + colspan, this.columns), rowspan) || overlap;
      at = this.#skip(at + colspan);
    }
    this.#row += 1;
    return { starts, filled: at, overlap };
  }

  /** The first column from `at` on that no cell above covers. */
  #skip(at: number): number {
    let column = at;
    while (column < this.columns && (this.#free[column] ?? 0) > this.#row) column += 1;
    return column;
  }

  /** Extends a cell `rowspan` rows down; true where one above covers some of its columns. */
  #cover(from: number, to: number, rowspan: number): boolean {
    const free = this.#row + rowspan;
    let overlap = false;
    for (let column = from; column < to; column += 1) {
      overlap ||= (this.#free[column] ?? 0) > this.#row;
      this.#free[column] = Math.max(this.#free[column] ?? 0, free);
    }
    this.#lowest = Math.max(this.#lowest, free);
    return overlap;
  }
}

/** Maximum number of cells of a table, columns times rows. */
export const maxCells = 5_000_000;

/** True for a row whose cell `i` is in column `i`. */
const isPlainRow = (grid: Grid, cells: readonly Cell[]) =>
  !grid.spanning && cells.length === grid.columns && !cells.some(isRich);

/** Reports rows of arrays that do not fill the columns, spans from above included, and spans beyond the table. */
export function checkGrid(table: object, all: Report): void {
  const { columns, rows, groupBy } = table as { columns: unknown; rows: unknown; groupBy: unknown };
  if (
    !Array.isArray(columns) ||
    !Array.isArray(rows) ||
    columns.length > maxColumns ||
    columns.length * rows.length > maxCells
  )
    return;
  const { report, full } = limited(all);
  const grid = new Grid(columns.length);
  for (let index = 0; index < rows.length && !full(); index += 1) {
    const row = rows[index] as unknown;
    if (!Array.isArray(row) || row.length > columns.length || isPlainRow(grid, row as readonly Cell[])) {
      if (Array.isArray(row) && row.length > columns.length)
        report(['rows', index], `the row fills at least ${row.length} columns, the table has ${columns.length}`);
      grid.pass();
      continue;
    }
    const cells = row as readonly Cell[];
    const { filled, overlap } = grid.lay(cells);
    if (overlap) report(['rows', index], 'a cell spans columns that a cell of a row above covers');
    else if (filled !== columns.length)
      report(
        ['rows', index],
        `the row fills ${filled} column${filled === 1 ? '' : 's'}, the table has ${columns.length}`,
      );
    if (grid.spanning && groupBy !== undefined)
      report(['rows', index], 'a cell that spans rows does not go with `groupBy`');
    for (const [position, cell] of cells.entries()) {
      const past = isRich(cell) ? index + spanOf(cell.rowspan) - rows.length : 0;
      if (past > 0)
        report(
          ['rows', index, position, 'rowspan'],
          `\`rowspan\` reaches ${past} row${past === 1 ? '' : 's'} past the table`,
        );
    }
  }
}

/** A row with its position in the columns. */
export interface PlacedRow {
  readonly row: Row;
  readonly cells: readonly Cell[];
  /** The column at which each cell begins; `null` where cell `i` is in column `i`. */
  readonly starts: readonly number[] | null;
}

/** The cells of a row in the order of the columns. */
function cellsOf(row: Row, keys: readonly string[]): readonly Cell[] {
  if (Array.isArray(row)) return row as readonly Cell[];
  const object = row as Readonly<Record<string, Cell>>;
  return keys.map((key) => (Object.hasOwn(object, key) ? (object[key] ?? null) : null));
}

/** Places valid rows into the columns of these keys. */
export function placeRows(rows: readonly Row[], keys: readonly string[]): PlacedRow[] {
  const grid = new Grid(keys.length);
  return rows.map((row) => {
    const cells = cellsOf(row, keys);
    if (!isPlainRow(grid, cells)) return { row, cells, starts: grid.lay(cells).starts };
    grid.pass();
    return { row, cells, starts: null };
  });
}

/** The index in its row of the cell that begins at a column, or -1 where another covers it. */
export const cellIndexAt = ({ starts }: PlacedRow, column: number): number =>
  starts === null ? column : placeOf(starts, column);

/** The cell that begins at a column, or `undefined` where another covers it. */
export function cellAt(row: PlacedRow, column: number): Cell | undefined {
  return row.cells[cellIndexAt(row, column)];
}

/** The index of a column among the rising columns at which cells begin; -1 where none does. */
function placeOf(starts: readonly number[], column: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return starts[low] === column ? low : -1;
}

/** The value that `groupBy` groups a row by: the cell of the column with that key, else the row's field. */
export function groupOf(placed: PlacedRow, groupBy: string, columns: TableLayout['columns']): string {
  const column = columns.findIndex((one) => keyOf(one) === groupBy);
  const field =
    Array.isArray(placed.row) || !Object.hasOwn(placed.row, groupBy)
      ? null
      : (placed.row as Readonly<Record<string, Cell>>)[groupBy];
  const value = column === -1 ? field : cellAt(placed, column);
  return String((isRich(value) ? value.text : value) ?? '');
}
