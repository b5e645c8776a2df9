import type { Length } from '../../../input/length.ts';

/** The kinds of charts in requests. */
export const chartKinds = ['bar', 'line', 'area', 'pie', 'donut', 'scatter'] as const;
/** One of these kinds. */
export type ChartKind = (typeof chartKinds)[number];

/** Kinds that share axes and can be combined in one chart. */
export const combinedKinds = ['bar', 'line', 'area'] as const;
/** A kind that can be combined with others. */
export type CombinedKind = (typeof combinedKinds)[number];

/** A number of a series; `null` is a gap. */
export type Value = number | null;
/** `[x, y]` of a scatter chart. */
export type Point = readonly [number, number];

/** A row of data in a chart. */
export interface Series {
  readonly name?: string;
  /** Kind of this series alone, in a chart of bars, lines and areas. */
  readonly kind?: CombinedKind;
  /** One value per category; `[x, y]` in a scatter chart. */
  readonly data: readonly (Value | Point)[];
}

/** Fields of a chart in a request. */
export interface Chart {
  readonly kind: ChartKind;
  readonly series: readonly Series[];
  readonly categories?: readonly (string | number)[];
  readonly title?: string;
  readonly xTitle?: string;
  readonly yTitle?: string;
  /** Format of numbers, see format.ts. */
  readonly format?: string;
  readonly width?: Length;
  readonly height?: Length;
  readonly stacked?: boolean;
  /** Text for assistive technology; empty for decoration. */
  readonly alt?: string;
}

/** True for `[x, y]`, false for a number or a gap. */
export const isPoint = (value: Value | Point): value is Point => Array.isArray(value);

/** The number of a value; any other value is a gap. */
export const numberAt = (value: Value | Point | undefined): Value =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** True for charts without axes, whose values are shares of a circle. */
export const isRound = (kind: ChartKind): kind is 'pie' | 'donut' => kind === 'pie' || kind === 'donut';

/**
 * The categories of an axis, or the names of slices: as given, else the names of series with one value each, else 1, 2,
 * 3.
 */
export function categoriesOf({ kind, series, categories }: Chart): string[] {
  if (categories) return categories.map(String);
  if (isRound(kind) && series.length > 1) return series.map(({ name }, index) => name ?? String(index + 1));
  return Array.from({ length: Math.max(...series.map(({ data }) => data.length)) }, (_, index) => String(index + 1));
}

/** The slices of a round chart: the data of its only series, or the only value of each. */
export function slicesOf(chart: Chart): { name: string; value: number }[] {
  const { series } = chart;
  const data = series.length > 1 ? series.map((one) => one.data[0]) : (series[0]?.data ?? []);
  return categoriesOf(chart).map((name, index) => ({ name, value: numberAt(data[index]) ?? 0 }));
}

/** The name of a series, or its number from 1. */
export const nameOf = ({ name }: Series, index: number) => name ?? String(index + 1);
