import { numberOf } from '../format.ts';
import { cellAt, type PlacedRow } from './grid.ts';
import { aggregates, isRich, type Aggregate } from './table-params.ts';

export const isAggregate = (footer: string | undefined): footer is Aggregate => aggregates.some((name) => name === footer);

/** Without the dust of binary fractions: 0.1 + 0.2 is 0.3 on paper. */
const tidy = (number: number) => Number(number.toPrecision(15));

/** An aggregate over the numbers of a column; `count` counts every cell that is not empty. `null` where there is nothing to tell. */
export function aggregate(name: Aggregate, rows: readonly PlacedRow[], column: number): number | null {
  let [filled, count, sum, min, max] = [0, 0, 0, Infinity, -Infinity];
  for (const row of rows) {
    const cell = cellAt(row, column);
    const value = isRich(cell) ? (cell.html ?? cell.text) : cell;
    if (value !== undefined && value !== null && value !== '') filled += 1;
    const number = numberOf(value);
    if (number === undefined) continue;
    count += 1;
    sum += number;
    min = Math.min(min, number);
    max = Math.max(max, number);
  }
  if (name === 'count') return filled;
  if (name === 'sum') return tidy(sum);
  if (count === 0) return null;
  return name === 'avg' ? tidy(sum / count) : name === 'min' ? min : max;
}
