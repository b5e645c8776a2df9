import type { Report } from '../../../input/fields.ts';
import { didYouMean, nearName } from '../../../near-names.ts';
import { checkGrid } from './grid.ts';
import { limited } from './rows.ts';
import { keysOf } from './found-columns.ts';
import { checkCarry } from '../../typeset/carry/carry-options.ts';
import { groupKeyOf, keyOf, maxColumns, type Cell, type Column } from './table-params.ts';
import { isAggregate } from './totals.ts';

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

/** Names that are compared with a misspelled one: those of columns, and of the fields of the first rows. */
const fieldsOf = (rows: readonly unknown[], keys: readonly string[]): ReadonlySet<string> =>
  new Set([...keys, ...rows.slice(0, 20).flatMap((row) => (isObject(row) ? Object.keys(row).slice(0, 100) : []))]);

/** A column without a value in any row, and the key of the rows that is probably meant. */
interface MisspelledColumn {
  readonly index: number;
  readonly key: string;
  readonly near: string;
}

/**
 * The columns whose key no row has, where the rows have a similar one that is no column. Others are columns to be filled
 * in by hand. Rows that are arrays have no keys.
 */
export function misspelledColumns(columns: readonly (string | Column)[], rows: readonly unknown[]): MisspelledColumn[] {
  if (!rows.some(isObject) || rows.some((row) => Array.isArray(row))) return [];
  const keys = columns.map(keyOf);
  const taken = new Set(keys);
  const others = [...fieldsOf(rows, [])].filter((name) => !taken.has(name));
  return keys.flatMap((key, index) => {
    const near = nearName(key, others);
    return near === null || rows.some((row) => isObject(row) && Object.hasOwn(row, key)) ? [] : [{ index, key, near }];
  });
}

/** Reports a `groupBy` that is neither the column of an array nor a field of any row. */
function checkGroups(rows: readonly unknown[], keys: readonly string[], given: unknown, report: Report): void {
  const groupBy = groupKeyOf(given);
  if (groupBy === undefined || rows.length === 0) return;
  const isThere = rows.some((row) =>
    Array.isArray(row) ? keys.includes(groupBy) : isObject(row) && Object.hasOwn(row, groupBy),
  );
  if (isThere) return;
  const near = didYouMean(groupBy, fieldsOf(rows, keys));
  report(['groupBy'], `no row has the field '${groupBy.slice(0, 64)}', by which rows are grouped${near}`);
}

/** Reports rows that do not name their columns, where these are not given. */
function checkNames(rows: readonly unknown[], report: Report): void {
  const keys = keysOf(rows, maxColumns);
  const array = rows.findIndex((row) => Array.isArray(row));
  if (array >= 0) report(['columns'], 'rows that are arrays have no names: `columns` must name the columns');
  else if (keys === null)
    report(['rows'], `the rows have more than the ${maxColumns} keys that are allowed as columns`);
  else if (keys.length === 0) report(['columns'], 'no row has a key: `columns` must name the columns');
}

/** Reports a label for a total that is not there, or has no place. */
function checkLabel(columns: readonly (string | Column)[], label: unknown, report: Report): void {
  if (typeof label !== 'string' || label === '') return;
  const footers = columns.map((column) => (typeof column === 'string' ? undefined : column.footer));
  if (!footers.some(isAggregate))
    report(['totalLabel'], '`totalLabel` has no total: no column has a `footer` such as sum');
  else if (footers.every(isAggregate))
    report(['totalLabel'], '`totalLabel` has no cell: every column has a `footer` such as sum');
}

/** Checks the rows against the columns. Values of the wrong type are reported elsewhere. */
export function checkTable(table: object, report: Report): void {
  checkGrid(table, report);
  const { columns = [], rows, groupBy, totalLabel, carry } = table as Readonly<Record<string, unknown>>;
  if (!Array.isArray(columns) || !columns.every(isColumn)) return;
  checkLabel(columns, totalLabel, report);
  const keys = columns.map(keyOf);
  if ('columns' in table) checkCarry(keys, carry, report);
  if (!Array.isArray(rows)) return;
  if ('columns' in table) checkKeys(rows, keys, report);
  else checkNames(rows, report);
  checkGroups(rows, keys, groupBy, report);
}
