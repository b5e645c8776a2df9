import { numberAt, type Axis, type Sample, type Series } from './chart-params.ts';
import { rangeOf } from './numbers.ts';
import { scaleOf } from './plot/scale.ts';

/** The sum of a sample as a box with whiskers. */
export interface BoxSummary {
  readonly count: number;
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly largest: number;
  /** Ends of the whiskers: the last values within one and a half boxes of the box. */
  readonly whiskers: readonly [number, number];
  /** Values beyond the whiskers. */
  readonly outliers: readonly number[];
}

/** A box of fewer values has no meaning. */
export const fewestOfBox = 5;

/** A quantile between the sorted values, as Excel (`QUARTILE.INC`), R (type 7) and NumPy have it. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return below + (above - below) * (at - Math.floor(at));
}

/** The box of a sample. Five values are their own summary, so none of them is an outlier. */
export function boxOf(sample: Sample): BoxSummary {
  const sorted = sample.toSorted((a, b) => a - b);
  const [lower, median, upper] = [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
  const reach = sorted.length === fewestOfBox ? Infinity : 1.5 * (upper - lower);
  const inside = sorted.filter((value) => value >= lower - reach && value <= upper + reach);
  const [least, largest] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  return {
    count: sorted.length,
    least,
    lower,
    median,
    upper,
    largest,
    whiskers: [Math.min(inside[0] ?? lower, lower), Math.max(inside.at(-1) ?? upper, upper)],
    outliers: sorted.filter((value) => value < lower - reach || value > upper + reach),
  };
}

/** Numbers of a list, without gaps. */
export const numbersIn = ({ data }: Series): number[] =>
  data.map(numberAt).filter((value): value is number => value !== null);

/** Ranges of values, and how many values of each series are in each. */
export interface Bins {
  readonly edges: readonly number[];
  /** By series, then by bin. */
  readonly counts: readonly (readonly number[])[];
}

/** Sturges: enough bins to see a shape, few enough to see no chance. */
const binsFor = (count: number) => Math.min(Math.max(Math.ceil(Math.log2(Math.max(count, 1))) + 1, 4), 20);

/**
 * The bins of a histogram: at round numbers, or at the ticks of the x axis where it has any. A bin contains its lower
 * edge, the last one its upper edge too.
 */
export function binsOf(series: readonly Series[], axis: Axis = {}): Bins {
  const all = series.map(numbersIn);
  const values = all.flat();
  const { ticks, ...ends } = axis;
  const range = rangeOf(values);
  const one = range !== null && range.least === range.largest && Number.isInteger(range.least);
  const wanted = { values: one ? [range.least, range.least + 1] : values, steps: binsFor(values.length), zero: false };
  const scale = scaleOf(wanted, ticks === 0 || (Array.isArray(ticks) && ticks.length < 2) ? ends : axis);
  const edges = [...new Set([scale.min, ...scale.ticks, scale.max])].sort((a, b) => a - b);
  return { edges, counts: all.map((numbers) => countsOf(numbers, edges)) };
}

function countsOf(values: readonly number[], edges: readonly number[]): number[] {
  const counts = Array<number>(Math.max(edges.length - 1, 1)).fill(0);
  for (const value of values) {
    const above = edges.findIndex((edge) => edge > value);
    const bin = above < 0 && value === edges.at(-1) ? counts.length - 1 : above - 1;
    if (bin >= 0) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}
