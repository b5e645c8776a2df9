import { add, compare, decimalOf, divide, plainOf, type Decimal } from '../../templates/decimal.ts';
import { mistakeLimit } from '../../../input/fields.ts';
import { cellAt, cellIndexAt, placeRows, type PlacedRow } from './grid.ts';
import { numberReader, type Reading } from './localized-number.ts';
import { aggregates, isRich, keyOf, type Aggregate, type Cell, type Row, type TableLayout } from './table-params.ts';

/** True for a footer that is computed, false for a text. */
export const isAggregate = (footer: string | undefined): footer is Aggregate =>
  aggregates.some((name) => name === footer);

/** Decimals of an average beyond those of its numbers. */
const averageDecimals = 12;

const valueOf = (cell: Cell | undefined) => (isRich(cell) ? (cell.html ?? cell.text) : cell);
const isEmpty = (value: ReturnType<typeof valueOf>) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * An aggregate over the numbers of a column, computed exactly; `count` counts the cells that are not empty. `null`
 * where there are none.
 */
export function aggregate(
  name: Aggregate,
  rows: readonly PlacedRow[],
  column: number,
  read: (value: unknown) => Reading,
): number | string | null {
  const values = rows.map((row) => valueOf(cellAt(row, column))).filter((value) => !isEmpty(value));
  if (name === 'count') return values.length;
  const numbers = values.map(read).filter((reading) => typeof reading === 'object');
  const [first] = numbers;
  const sum = numbers.reduce(add, { units: 0n, scale: 0 });
  if (name === 'sum') return plainOf(sum);
  if (first === undefined) return null;
  if (name === 'avg') return plainOf(divide(sum, decimalOf(numbers.length) ?? first, sum.scale + averageDecimals));
  const sign = name === 'min' ? -1 : 1;
  return plainOf(
    numbers.reduce((found: Decimal, number) => (compare(number, found) * sign > 0 ? number : found), first),
  );
}

/** Path of a cell in the request, below `rows`: its row and its key or index. */
function pathOf(
  { row }: PlacedRow,
  cell: Cell | undefined,
  { index, key, place }: { index: number; key: string; place: number },
): (string | number)[] {
  const field = isRich(cell) ? [cell.html === undefined ? 'text' : 'html'] : [];
  return [index, Array.isArray(row) ? place : key, ...field];
}

const problems = {
  none: 'is not a number: send a number, and its currency or unit in `format` or in the header',
  ambiguous: 'is ambiguous: send a JSON number, or a text without groups of digits',
} as const;

/** The value, shortened for a message. */
const shown = (value: unknown) =>
  typeof value === 'string' ? `'${value.length > 64 ? `${value.slice(0, 64)}...` : value}'` : String(value);

/** The mistake of a cell, and its path below `rows`. */
interface WrongCell {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Cells that are not numbers in this language, in columns whose footer is an aggregate of numbers. */
export function nonNumbers(
  { columns, carried = [] }: Pick<TableLayout, 'columns'> & { readonly carried?: readonly string[] | undefined },
  rows: readonly Row[],
  lang: string,
): WrongCell[] {
  const totalled = columns.flatMap((column, at) => {
    const key = keyOf(column);
    const footer = typeof column === 'string' ? undefined : column.footer;
    if (isAggregate(footer) && footer !== 'count')
      return [{ at, key, why: `the footer of the column '${key.slice(0, 64)}' is \`${footer}\`` }];
    return carried.includes(key) ? [{ at, key, why: `\`carry\` sums the column '${key.slice(0, 64)}'` }] : [];
  });
  const placed = totalled.length === 0 ? [] : placeRows(rows, columns.map(keyOf));
  const read = numberReader(lang);
  const wrong: WrongCell[] = [];
  for (let index = 0; index < placed.length && wrong.length < mistakeLimit; index += 1) {
    const row = placed[index];
    if (row === undefined) continue;
    for (const { at, key, why } of totalled) {
      const cell = cellAt(row, at);
      const value = valueOf(cell);
      const reading = isEmpty(value) ? null : read(value);
      if (reading !== 'none' && reading !== 'ambiguous') continue;
      const path = pathOf(row, cell, { index, key, place: cellIndexAt(row, at) });
      wrong.push({
        path,
        message: `${shown(value)} ${problems[reading]}; ${why}`,
      });
    }
  }
  return wrong;
}
