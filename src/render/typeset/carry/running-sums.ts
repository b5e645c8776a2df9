import { attributes } from '../../html/html.ts';
import { add, plainOf, type Decimal } from '../../templates/decimal.ts';
import { cellAt, type PlacedRow } from '../../content/table/grid.ts';
import type { SettledColumn } from '../../content/table/table-column.ts';
import { isRich } from '../../content/table/table-params.ts';
import type { CarriedColumns } from './carry-options.ts';

/** The attribute of a table of `count` rows whose sums are carried, for the layout of its pages. */
export const carryAttribute = (carry: CarriedColumns | null, count: number): Record<string, string> =>
  carry === null ? {} : { 'data-colophon-carry': JSON.stringify({ ...carry, count }) };

/** Returns a function that gives the attribute of each row in order: its index, and the sums of the columns up to it as HTML. */
export function runningSums(
  columns: readonly SettledColumn[],
  { columns: carried }: CarriedColumns,
): (row: PlacedRow) => string {
  const sums = carried.map((): Decimal => ({ units: 0n, scale: 0 }));
  let index = -1;
  return (row) => {
    index += 1;
    const texts = carried.map((at, place) => {
      const column = columns[at];
      const cell = cellAt(row, at);
      const number = column?.read(isRich(cell) ? (cell.html ?? cell.text) : cell);
      const before = sums[place] ?? { units: 0n, scale: 0 };
      const sum = typeof number === 'object' ? add(before, number) : before;
      sums[place] = sum;
      return column?.set(column.write(plainOf(sum))) ?? '';
    });
    return attributes({ 'data-colophon-sums': JSON.stringify([index, ...texts]) });
  };
}
