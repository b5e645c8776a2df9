import {
  categoriesOf,
  hasBoxOfSeries,
  isPoint,
  isSample,
  numberAt,
  type Chart,
  type CombinedKind,
  type Series,
  type Value,
} from '../chart-params.ts';
import { binsOf, boxOf, numbersIn, type BoxSummary } from '../statistics.ts';

/** What a chart has along its x axis, and the values that its other axes have to show. */
export interface Facts {
  readonly along:
    { readonly names: readonly string[]; readonly inBands: boolean } | { readonly numbers: readonly number[] };
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** True where the axes of values include zero. */
  readonly zero: boolean;
  /** Bars that stand side by side in a category. */
  readonly slots: number;
}

/** From one value to another: a bar, or a part of a stack. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The kind of a series in a chart of bars, lines and areas. */
export const kindOf = (chart: Chart, series: Series): CombinedKind => series.kind ?? (chart.kind as CombinedKind);
const isRight = ({ axis }: Series) => axis === 'right';
const isStacked = (chart: Chart, series: Series) => chart.stacked === true && kindOf(chart, series) !== 'line';

/** From where to where each value of each series reaches; stacked ones stand on those of their kind and axis. */
export function spansOf(chart: Chart): (Span | null)[][] {
  const tops = new Map<string, number>();
  return chart.series.map((series) =>
    series.data.map((datum, index) => {
      const value = numberAt(datum);
      if (value === null) return null;
      if (!isStacked(chart, series)) return { from: 0, to: value };
      const stack = `${kindOf(chart, series)} ${String(isRight(series))} ${index} ${value < 0 ? '-' : '+'}`;
      const from = tops.get(stack) ?? 0;
      tops.set(stack, from + value);
      return { from, to: from + value };
    }),
  );
}

/** The index of the place of each series of bars in its category, and how many places there are. */
export function slotsOf(chart: Chart): { readonly slots: readonly number[]; readonly count: number } {
  const known: string[] = [];
  const slots = chart.series.map((series, index) => {
    if (kindOf(chart, series) !== 'bar') return -1;
    const name = chart.stacked === true ? String(isRight(series)) : String(index);
    if (!known.includes(name)) known.push(name);
    return known.indexOf(name);
  });
  return { slots, count: known.length };
}

/** A step of a waterfall. */
export interface Step extends Span {
  /** `total` shows the sum so far. */
  readonly kind: 'total' | 'rise' | 'fall';
}

/** The steps of a waterfall: the first value is where it begins, and each gap (`null`) is the total so far. */
export function stepsOf({ series }: Chart): Step[] {
  let sum = 0;
  return (series[0]?.data ?? []).map((datum, index) => {
    const value = numberAt(datum);
    const from = sum;
    sum += value ?? 0;
    if (value === null || index === 0) return { kind: 'total', from: 0, to: sum };
    return { kind: value < 0 ? 'fall' : 'rise', from, to: sum };
  });
}

/** The boxes of a boxplot: by series, then by category. */
export function boxesOf(chart: Chart): (BoxSummary | null)[][] {
  if (hasBoxOfSeries(chart)) return [chart.series.map((series) => boxOf(numbersIn(series)))];
  return chart.series.map(({ data }) => data.map((sample) => (isSample(sample) ? boxOf(sample) : null)));
}

/** All numbers of a boxplot. */
export const sampledIn = (chart: Chart): number[] =>
  hasBoxOfSeries(chart)
    ? chart.series.flatMap(numbersIn)
    : chart.series.flatMap(({ data }) => data.filter(isSample).flat());

function combined(chart: Chart): Facts {
  const names = categoriesOf(chart);
  const spans = spansOf(chart);
  const valuesAt = (right: boolean) =>
    spans.flatMap((all, index) =>
      isRight(chart.series[index] ?? { data: [] }) === right ? all.flatMap((span) => (span ? [span.to] : [])) : [],
    );
  const { count } = slotsOf(chart);
  const inBands = count > 0 || names.length === 1;
  return { along: { names, inBands }, left: valuesAt(false), right: valuesAt(true), zero: true, slots: count };
}

const points = ({ series }: Chart, at: 0 | 1) =>
  series.flatMap(({ data }) => data.filter(isPoint).map((one) => one[at]));

const onNames = (chart: Chart, left: readonly Value[], { zero = true, slots = 1 } = {}): Facts => ({
  along: { names: categoriesOf(chart), inBands: true },
  left: left.filter((value) => value !== null),
  right: [],
  zero,
  slots,
});

const byKind: Partial<Record<Chart['kind'], (chart: Chart) => Facts>> = {
  scatter: (chart) => ({
    along: { numbers: points(chart, 0) },
    left: points(chart, 1),
    right: [],
    zero: false,
    slots: 0,
  }),
  waterfall: (chart) =>
    onNames(
      chart,
      stepsOf(chart).flatMap(({ from, to }) => [from, to]),
    ),
  histogram: (chart) => {
    const { edges, counts } = binsOf(chart.series, chart.xAxis);
    return { along: { numbers: edges }, left: counts.flat(), right: [], zero: true, slots: chart.series.length };
  },
  boxplot: (chart) =>
    onNames(chart, sampledIn(chart), { zero: false, slots: hasBoxOfSeries(chart) ? 1 : chart.series.length }),
};

/** The facts of a chart with axes. */
export const factsOf = (chart: Chart): Facts => (byKind[chart.kind] ?? combined)(chart);
