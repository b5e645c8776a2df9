import type { Length } from '../../../input/length.ts';

/** The kinds of charts in requests. */
export const chartKinds = [
  'bar',
  'line',
  'area',
  'pie',
  'donut',
  'scatter',
  'waterfall',
  'histogram',
  'boxplot',
  'heatmap',
  'gauge',
] as const;
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

/** The values that one box of a boxplot sums up. */
export type Sample = readonly number[];
/** A value of a series, of any kind of chart. */
export type Datum = Value | Point | Sample;

/** The side on which the axis of a series stands. */
export const sides = ['left', 'right'] as const;
/** One of these sides. */
export type Side = (typeof sides)[number];

/** A row of data in a chart. */
export interface Series {
  readonly name?: string;
  /** A CSS colour; that of the palette unless given. */
  readonly color?: string;
  /** `right`: the values are those of `y2Axis`. */
  readonly axis?: Side;
  /** Kind of this series alone, in a chart of bars, lines and areas. */
  readonly kind?: CombinedKind;
  /** One value per category; `[x, y]` in a scatter chart, lists of values in a boxplot. */
  readonly data: readonly Datum[];
}

/** How an axis is drawn. */
export interface Axis {
  readonly min?: number;
  readonly max?: number;
  /** How many labels and grid lines, or at which values; 0 for none. */
  readonly ticks?: number | readonly number[];
  readonly title?: string;
  /** Format of its numbers, see format.ts. */
  readonly format?: string;
}

/** Axes by their names in reference lines. */
export const axisNames = ['x', 'y', 'y2'] as const;
/** One of these names. */
export type AxisName = (typeof axisNames)[number];

/** A line across the plot at a value of an axis, or at a category. */
export interface ReferenceLine {
  readonly axis?: AxisName;
  readonly value: number | string;
  readonly label?: string;
  readonly color?: string;
}

/** A text at a place in the plot. */
export interface Annotation {
  /** A category, or a number of the x axis. */
  readonly x: number | string;
  readonly y: number;
  readonly text: string;
}

/** Places of the legend. */
export const legendPlaces = ['top', 'right', 'bottom', 'left', 'none'] as const;
/** One of these places. */
export type LegendPlace = (typeof legendPlaces)[number];

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
  /** Categories run down the page, and values across it. */
  readonly horizontal?: boolean;
  readonly valueLabels?: boolean;
  readonly xAxis?: Axis;
  /** The axis of values; `y2Axis` is the second one, of series with `axis: right`. */
  readonly yAxis?: Axis;
  readonly y2Axis?: Axis;
  readonly legend?: LegendPlace;
  readonly referenceLines?: readonly ReferenceLine[];
  readonly annotations?: readonly Annotation[];
  /** Text for assistive technology; empty for decoration. */
  readonly alt?: string;
}

/** True for `[x, y]`, false for a number or a gap. */
export const isPoint = (value: Datum): value is Point => Array.isArray(value);
/** True for a list of numbers, which a boxplot sums up. */
export const isSample = (value: Datum | undefined): value is Sample => Array.isArray(value);

/** The number of a value; any other value is a gap. */
export const numberAt = (value: Datum | undefined): Value =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** True for charts without axes, whose values are shares of a circle. */
export const isRound = (kind: ChartKind): kind is 'pie' | 'donut' => kind === 'pie' || kind === 'donut';

/** True for a boxplot with a box a series, rather than one for each category of a series. */
export const hasBoxOfSeries = ({ kind, series }: Chart): boolean =>
  kind === 'boxplot' && series.every(({ data }) => !data.some(isSample));

/**
 * The categories of an axis, or the names of slices: as given, else the names of series with one value each, else 1, 2,
 * 3.
 */
export function categoriesOf(chart: Chart): string[] {
  const { kind, series, categories } = chart;
  if (categories) return categories.map(String);
  if ((isRound(kind) && series.length > 1) || kind === 'gauge' || hasBoxOfSeries(chart)) return series.map(nameOf);
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
