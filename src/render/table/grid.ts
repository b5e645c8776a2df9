import type { Report } from '../fields.ts';
import { limited } from './rows.ts';
import { isRich, keyOf, mostRowSpan, type AddTable, type Cell, type Row } from './table-params.ts';

/** A span, or 1 where it is wrong: that is told elsewhere. */
const spanOf = (span: unknown) => (typeof span === 'number' && span >= 1 && span <= mostRowSpan ? Math.floor(span) : 1);

/** The columns of a table while its rows are laid into it, one after the other (HTML, 4.9.12, forming a table). */
class Grid {
  readonly columns: number;
  /** For each column, how many more rows the cell above covers. */
  #open: Uint32Array;
  #spanning = false;

  constructor(columns: number) {
    this.columns = columns;
    this.#open = new Uint32Array(columns);
  }

  /** True while a cell of a row above reaches into the next row. */
  get spanning(): boolean {
    return this.#spanning;
  }

  /** Lays one row in: the column at which each cell begins, how many columns are filled, and whether cells overlap. */
  lay(cells: readonly Cell[]): { readonly starts: number[]; readonly filled: number; readonly overlap: boolean } {
    const covered = this.#open;
    const open = covered.map((left) => Math.max(left - 1, 0));
    const starts: number[] = [];
    let [at, overlap] = [0, false];
    const skip = () => {
      while (at < this.columns && (covered[at] ?? 0) > 0) at += 1;
    };
    for (const cell of cells) {
      skip();
      const [colspan, rowspan] = isRich(cell) ? [spanOf(cell.colspan), spanOf(cell.rowspan)] : [1, 1];
      starts.push(at);
      for (let column = at; column < Math.min(at + colspan, this.columns); column += 1) {
        overlap ||= (covered[column] ?? 0) > 0;
        open[column] = Math.max(open[column] ?? 0, rowspan - 1);
      }
      at += colspan;
    }
    skip();
    this.#open = open;
    this.#spanning = open.some((left) => left > 0);
    return { starts, filled: at, overlap };
  }
}

/** Says whether every row of arrays fills the columns, spans from above included, and no span reaches past the table. */
export function checkGrid(table: object, all: Report): void {
  const { columns, rows, groupBy } = table as { columns: unknown; rows: unknown; groupBy: unknown };
  if (!Array.isArray(columns) || !Array.isArray(rows)) return;
  const { report, full } = limited(all);
  const grid = new Grid(columns.length);
  for (let index = 0; index < rows.length && !full(); index += 1) {
    const row = rows[index] as unknown;
    if (!Array.isArray(row)) continue;
    const cells = row as readonly Cell[];
    if (!grid.spanning && cells.length === columns.length && !cells.some(isRich)) continue;
    const { filled, overlap } = grid.lay(cells);
    if (overlap) report(['rows', index], 'a cell spans columns that a cell of a row above covers');
    else if (filled !== columns.length) report(['rows', index], `the row fills ${filled} column${filled === 1 ? '' : 's'}, the table has ${columns.length}`);
    if (grid.spanning && groupBy !== undefined) report(['rows', index], 'a cell that spans rows does not go with `groupBy`');
    for (const [position, cell] of cells.entries()) {
      const past = isRich(cell) ? index + spanOf(cell.rowspan) - rows.length : 0;
      if (past > 0) report(['rows', index, position, 'rowspan'], `\`rowspan\` reaches ${past} row${past === 1 ? '' : 's'} past the table`);
    }
  }
}

/** A row with its place in the columns. */
export interface PlacedRow {
  readonly row: Row;
  readonly cells: readonly Cell[];
  /** The column at which each cell begins; `null` where cell `i` stands in column `i`. */
  readonly starts: readonly number[] | null;
}

/** The cells of a row in the order of the columns. */
function cellsOf(row: Row, keys: readonly string[]): readonly Cell[] {
  if (Array.isArray(row)) return row as readonly Cell[];
  const object = row as Readonly<Record<string, Cell>>;
  return keys.map((key) => (Object.hasOwn(object, key) ? (object[key] ?? null) : null));
}

/** Lays valid rows into the columns of these keys. */
export function placeRows(rows: readonly Row[], keys: readonly string[]): PlacedRow[] {
  const grid = new Grid(keys.length);
  return rows.map((row) => {
    const cells = cellsOf(row, keys);
    const plain = !grid.spanning && cells.length === keys.length && !cells.some(isRich);
    return { row, cells, starts: plain ? null : grid.lay(cells).starts };
  });
}

/** The cell that begins at a column, or `undefined` where another covers it. */
export function cellAt({ cells, starts }: PlacedRow, column: number): Cell | undefined {
  return cells[starts === null ? column : starts.indexOf(column)];
}

/** The value of a row that `groupBy` groups by: of the column of that key, else of the row's own field. */
export function groupOf(placed: PlacedRow, groupBy: string, columns: AddTable['columns']): string {
  const column = columns.findIndex((one) => keyOf(one) === groupBy);
  const field = Array.isArray(placed.row) || !Object.hasOwn(placed.row, groupBy) ? null : (placed.row as Readonly<Record<string, Cell>>)[groupBy];
  const value = column === -1 ? field : cellAt(placed, column);
  return String((isRich(value) ? value.text : value) ?? '');
}
