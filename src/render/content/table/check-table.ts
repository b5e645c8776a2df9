import type { Report } from '../../../input/fields.ts';
import { checkGrid } from './grid.ts';
import { limited } from './rows.ts';
import { keyOf, type Cell, type Column } from './table-params.ts';

type RowObject = Readonly<Record<string, Cell>>;

const isObject = (value: unknown): value is RowObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isColumn = (value: unknown): value is string | Column => typeof value === 'string' || isObject(value);

/** Maximum number of names in a message. */
const maxNames = 20;

/** Names for a message: in quotes, and how many more there are. */
export function quoted(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return (
    names
      .slice(0, maxNames)
      .map((name) => `'${name.slice(0, 64)}'`)
      .join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  );
}

/** Reports row objects that have keys, and no column among them. */
function checkKeys(rows: readonly unknown[], keys: readonly string[], all: Report): void {
  const { report, full } = limited(all);
  for (let index = 0; index < rows.length && !full(); index += 1) {
    const row = rows[index];
    if (!isObject(row) || keys.some((key) => Object.hasOwn(row, key))) continue;
    const names = Object.keys(row);
    if (names.length > 0)
      report(
        ['rows', index],
        `the row has the keys ${quoted(names)}, and none of them is that of a column: ${quoted(keys)}`,
      );
  }
}

/** Reports a `groupBy` that is neither the column of an array nor a field of any row. */
function checkGroups(rows: readonly unknown[], keys: readonly string[], groupBy: unknown, report: Report): void {
  if (typeof groupBy !== 'string' || rows.length === 0) return;
  const isThere = rows.some((row) =>
    Array.isArray(row) ? keys.includes(groupBy) : isObject(row) && Object.hasOwn(row, groupBy),
  );
  if (!isThere) report(['groupBy'], `no row has the field '${groupBy.slice(0, 64)}', by which rows are grouped`);
}

/** Checks the rows against the columns. Values of the wrong type are reported elsewhere. */
export function checkTable(table: object, report: Report): void {
  checkGrid(table, report);
  const { columns, rows, groupBy } = table as { columns: unknown; rows: unknown; groupBy: unknown };
  if (!Array.isArray(columns) || !Array.isArray(rows) || !columns.every(isColumn)) return;
  const keys = columns.map(keyOf);
  checkKeys(rows, keys, report);
  checkGroups(rows, keys, groupBy, report);
}
