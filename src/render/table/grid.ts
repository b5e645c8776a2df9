import type { Report } from '../fields.ts';
import { limited } from './rows.ts';
import { isRich, keyOf, mostRowSpan, type AddTable, type Cell, type Row } from './table-params.ts';

/** Says whether every row of arrays fills the columns, spans from above included, and no span reaches past the table. */
export function checkGrid(table: object, all: Report): void {
  const { columns, rows, groupBy } = table as { columns: unknown; rows: unknown; groupBy: unknown };
  if (!Array.isArray(columns) || !Array.isArray(rows)) return;
  const { report, full } = limited(all);
  /** For each column, how many more rows the cell above covers. */
  const open = new Uint32Array(columns.length);
  let spanning = false;
  for (let index = 0; index < rows.length && !full(); index += 1) {
    const row = rows[index] as unknown;
    if (!Array.isArray(row)) continue;
    const cells = row as readonly Cell[];
    if (!spanning && cells.length === columns.length && !cells.some(isRich)) continue;
    spanning = fill(cells, index, open, rows.length, report);
    if (spanning && groupBy !== undefined) report(['rows', index], 'a cell that spans rows does not go with `groupBy`');
  }
}

/** A span, or 1 where it is wrong: that is told elsewhere. */
const spanOf = (span: unknown) => (typeof span === 'number' && span >= 1 && span <= mostRowSpan ? Math.floor(span) : 1);

/** Lays one row into the grid; true when a cell reaches into the next row. */
function fill(cells: readonly Cell[], index: number, open: Uint32Array, rows: number, report: Report): boolean {
  let at = 0;
  let overlap = false;
  const covered = open.map((left) => (left > 0 ? 1 : 0));
  for (let column = 0; column < open.length; column += 1) open[column] = Math.max((open[column] ?? 0) - 1, 0);
  for (const [position, cell] of cells.entries()) {
    while (at < covered.length && covered[at] === 1) at += 1;
    const [colspan, rowspan] = isRich(cell) ? [spanOf(cell.colspan), spanOf(cell.rowspan)] : [1, 1];
    if (index + rowspan > rows) report(['rows', index, position, 'rowspan'], `\`rowspan\` reaches ${index + rowspan - rows} row${index + rowspan - rows > 1 ? 's' : ''} past the table`);
    for (let column = at; column < Math.min(at + colspan, open.length); column += 1) {
      overlap ||= covered[column] === 1;
      open[column] = Math.max(open[column] ?? 0, rowspan - 1);
    }
    at += colspan;
  }
  while (at < covered.length && covered[at] === 1) at += 1;
  if (overlap) report(['rows', index], 'a cell spans columns that a cell of a row above covers');
  else if (at !== covered.length) report(['rows', index], `the row fills ${at} columns, the table has ${covered.length}`);
  return open.some((left) => left > 0);
}

/** The cells of a row in the order of the columns. */
export function cellsOf(row: Row, keys: readonly string[]): readonly Cell[] {
  if (Array.isArray(row)) return row as readonly Cell[];
  const object = row as Readonly<Record<string, Cell>>;
  return keys.map((key) => (Object.hasOwn(object, key) ? (object[key] ?? null) : null));
}

/** The value of a row that `groupBy` groups by: of the column of that key, else of the row's own field. */
export function groupOf(row: Row, groupBy: string, columns: AddTable['columns']): string {
  const value = Array.isArray(row) ? (row as readonly Cell[])[columns.findIndex((column) => keyOf(column) === groupBy)] : Object.hasOwn(row, groupBy) ? (row as Readonly<Record<string, Cell>>)[groupBy] : null;
  return String((isRich(value) ? value.text : value) ?? '');
}
