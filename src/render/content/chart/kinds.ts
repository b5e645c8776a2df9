import type { Chart, ChartKind } from './chart-params.ts';

/** What the values of a kind of chart are, and which fields go with it. */
interface KindFacts {
  /** `values`: a number a category; `points`: `[x, y]`; `samples`: lists of numbers. */
  readonly data: 'values' | 'points' | 'samples';
  /** What runs along the x axis. */
  readonly along: 'categories' | 'numbers' | 'nothing';
  /** True where values have an axis. */
  readonly axis: boolean;
  readonly categories: boolean;
  /** True where series have kinds and sides of their own, and can be stacked. */
  readonly combines: boolean;
  readonly horizontal: boolean;
  /** True where all values belong to one series. */
  readonly single: boolean;
  readonly valueLabels: boolean;
}

const onCategories: KindFacts = {
  data: 'values',
  along: 'categories',
  axis: true,
  categories: true,
  combines: true,
  horizontal: false,
  single: false,
  valueLabels: true,
};
const round: KindFacts = { ...onCategories, along: 'nothing', axis: false, combines: false };

/** The facts of each kind. */
export const kinds: Readonly<Record<ChartKind, KindFacts>> = {
  bar: { ...onCategories, horizontal: true },
  line: onCategories,
  area: onCategories,
  pie: round,
  donut: round,
  scatter: { ...onCategories, data: 'points', along: 'numbers', categories: false, combines: false },
  waterfall: { ...onCategories, combines: false, horizontal: true, single: true },
  histogram: { ...onCategories, along: 'numbers', categories: false, combines: false },
  boxplot: { ...onCategories, data: 'samples', combines: false, horizontal: true },
  heatmap: { ...onCategories, axis: false, combines: false },
  gauge: { ...onCategories, along: 'nothing', categories: false, combines: false, valueLabels: false },
};

/** The kinds of which something is true, as a list in a sentence. */
export const kindsWith = (has: (facts: KindFacts) => boolean): string =>
  Object.entries(kinds)
    .filter(([, facts]) => has(facts))
    .map(([kind]) => kind)
    .join(', ');

const drawnByECharts: readonly ChartKind[] = ['bar', 'line', 'area', 'scatter'];

/**
 * True where the chart is drawn by plot.ts. Charts of the first kinds without fields that need it are drawn by ECharts,
 * as they always were, and circles are in any case.
 */
export function isPlot(chart: Chart): boolean {
  if (chart.kind === 'pie' || chart.kind === 'donut') return false;
  if (!drawnByECharts.includes(chart.kind)) return true;
  return (
    chart.horizontal === true ||
    chart.valueLabels === true ||
    [chart.xAxis, chart.yAxis, chart.y2Axis].some((axis) => axis !== undefined) ||
    (chart.referenceLines?.length ?? 0) > 0 ||
    (chart.annotations?.length ?? 0) > 0 ||
    chart.series.some(({ axis }) => axis === 'right')
  );
}
