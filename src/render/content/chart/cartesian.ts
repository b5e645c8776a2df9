import type { EChartsOption, SeriesOption } from 'echarts';
import { textWidth } from '../../html/text-width.ts';
import { categoryLabels, type CategoryLabels } from './category-labels.ts';
import {
  categoriesOf,
  isPoint,
  nameOf,
  numberAt,
  type Chart,
  type CombinedKind,
  type Point,
  type Series,
} from './chart-params.ts';
import { axisNumbers, rangeOf, valuesOf } from './numbers.ts';
import { colorAt, dashAt, muted, rule, symbolAt } from './palette.ts';
import { inDirection } from './svg-text.ts';

/** The box of the axes with everything around them, in points. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly lang: string;
  readonly rightToLeft: boolean;
}

const labelSize = 8.5;
/** A line with more values has neither marks nor dashes, which a printer would draw one by one. */
const maxMarks = 40;

/** Sums of stacked values, which the axis has to include. */
function stackedValues({ series }: Chart): number[] {
  const longest = Math.max(...series.map(({ data }) => data.length));
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) => {
    const values = series.map(({ data }) => numberAt(data[index]) ?? 0);
    return [
      values.reduce((sum, value) => sum + Math.max(value, 0), 0),
      values.reduce((sum, value) => sum + Math.min(value, 0), 0),
    ];
  });
}

/** Width in points of the numbers beside the value axis, estimated from those at its ends. */
function numberWidth(write: (value: number) => string, values: readonly number[]): number {
  const { least, largest } = rangeOf([...values, 0]) ?? { least: 0, largest: 1 };
  const size = Math.max(Math.abs(least), Math.abs(largest)) * 1.2 || 1;
  return Math.max(
    ...[least < 0 ? -size : 0, size, size / 4, size * 0.75].map((value) =>
      textWidth(write(Number(value.toPrecision(2))), labelSize),
    ),
  );
}

function bar(index: number, stacked: boolean): SeriesOption {
  return {
    type: 'bar',
    barMaxWidth: 46,
    barGap: '8%',
    barCategoryGap: '32%',
    itemStyle: { color: colorAt(index), ...(stacked && { borderColor: '#fff', borderWidth: 0.5 }) },
  };
}

/** A value between two gaps is visible only by its mark. */
const standsAlone = ({ data }: Series) =>
  data.some(
    (value, index) =>
      numberAt(value) !== null && numberAt(data[index - 1]) === null && numberAt(data[index + 1]) === null,
  );

function line(
  series: Series,
  index: number,
  { area, stacked }: { readonly area: boolean; readonly stacked: boolean },
): SeriesOption {
  const color = colorAt(index);
  const many = series.data.length > maxMarks;
  return {
    type: 'line',
    symbol: symbolAt(index),
    symbolSize: many ? 2.5 : 4.5,
    showSymbol: (!area && !many) || standsAlone(series),
    showAllSymbol: true,
    sampling: 'lttb',
    itemStyle: { color },
    lineStyle: { color, width: many ? 1.1 : 1.6, type: area || many ? 'solid' : dashAt(index), join: 'round' },
    ...(area && { areaStyle: { color, opacity: stacked ? 0.8 : 0.22 } }),
  };
}

function plotted(chart: Chart, series: Series, index: number): SeriesOption {
  const kind: CombinedKind = series.kind ?? (chart.kind as CombinedKind);
  const stacked = chart.stacked === true && kind !== 'line';
  const look = kind === 'bar' ? bar(index, stacked) : line(series, index, { area: kind === 'area', stacked });
  return {
    ...look,
    name: nameOf(series, index),
    data: series.data.map((value) => numberAt(value) ?? '-'),
    ...(stacked && { stack: kind }),
    z: kind === 'bar' ? 2 : 3,
    silent: true,
  } as SeriesOption;
}

const numberLabels = (write: (value: number) => string) => ({
  fontSize: labelSize,
  color: muted,
  formatter: write,
  margin: 6,
  hideOverlap: true,
});
const splitLine = { show: true, lineStyle: { color: rule, width: 0.5 } };
const axisLine = { show: true, lineStyle: { color: muted, width: 0.75 } };

/** Space around the axes, for the numbers beside and the names below them. */
function grid({ rightToLeft }: Box, beside: number, below: number, end: number) {
  return {
    top: 6,
    bottom: below,
    [rightToLeft ? 'right' : 'left']: beside,
    [rightToLeft ? 'left' : 'right']: end,
    outerBoundsMode: 'none' as const,
    containLabel: false,
  };
}

function categoryAxis(names: readonly string[], labels: CategoryLabels, { rightToLeft }: Box, inBands: boolean) {
  return {
    type: 'category' as const,
    z: 4,
    data: names.map(String),
    boundaryGap: inBands,
    inverse: rightToLeft,
    axisLine: { ...axisLine, onZero: true },
    axisTick: { show: false },
    axisLabel: {
      fontSize: labels.size,
      color: muted,
      lineHeight: labels.size * (labels.rotate === 0 ? 1.3 : 1),
      rotate: labels.rotate,
      margin: 7,
      interval: (index: number) => labels.shows(index),
      hideOverlap: false,
      formatter: (_: string, index: number) =>
        (labels.lines[index] ?? '')
          .split('\n')
          .map((line) => inDirection(line, rightToLeft))
          .join('\n'),
    },
  };
}

/** Bars, lines and areas over categories, alone or combined. */
export function categoryOption(chart: Chart, box: Box): EChartsOption {
  const names = categoriesOf(chart);
  const kinds = chart.series.map(({ kind }) => kind ?? chart.kind);
  const values = chart.stacked === true ? [...stackedValues(chart), ...valuesOf(chart)] : valuesOf(chart);
  const write = axisNumbers(values, { format: chart.format, lang: box.lang });
  const beside = numberWidth(write, values) + 10;
  const inBands = kinds.includes('bar') || names.length === 1;
  const plain = categoryLabels(
    names,
    Math.max(box.width - beside - 8, 10) / Math.max(inBands ? names.length : names.length - 1, 1),
  );
  const end = inBands ? 4 : Math.min(textWidth(plain.lines.at(-1) ?? '', plain.size) / 2 + 2, 60);
  const start = inBands || plain.rotate !== 0 ? 0 : textWidth(plain.lines[0] ?? '', plain.size) / 2;
  const tilted = plain.rotate === 45 ? Math.min(textWidth(plain.lines[0] ?? '', plain.size) * Math.SQRT1_2, 90) : 0;
  return {
    grid: grid(box, Math.max(beside, start, tilted), plain.height + 9, plain.rotate === 0 ? end : 6),
    xAxis: categoryAxis(names, plain, box, inBands),
    yAxis: {
      type: 'value',
      position: box.rightToLeft ? 'right' : 'left',
      splitNumber: Math.max(2, Math.round(box.height / 45)),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: numberLabels(write),
      splitLine,
      ...(rangeOf(values) === null && { min: 0, max: 1 }),
    },
    series: chart.series.map((series, index) => plotted(chart, series, index)),
  };
}

/** The points that can be distinguished on paper: of points within half a point of each other, only one. */
function distinct(
  points: readonly Point[],
  { width, height }: Box,
  xs: readonly number[],
  ys: readonly number[],
): number[][] {
  const cellOf = (values: readonly number[], size: number) => {
    const { least, largest } = rangeOf(values) ?? { least: 0, largest: 0 };
    return (value: number) => Math.round(((value - least) / (largest - least || 1)) * size * 2);
  };
  const [column, row] = [cellOf(xs, width), cellOf(ys, height)];
  const byCell = new Map(points.map(([x, y]) => [column(x) * 1e5 + row(y), [x, y]]));
  return [...byCell.values()];
}

function points(all: number[][], index: number, count: number): SeriesOption {
  return {
    type: 'scatter',
    data: all,
    symbol: symbolAt(index),
    symbolSize: count > 300 ? 3 : 5.5,
    itemStyle: { color: colorAt(index), opacity: count > 50 ? 0.75 : 0.9 },
    silent: true,
    clip: false,
  };
}

/** Points by x and y. Both axes begin at the lowest value, because only relative positions matter. */
export function scatterOption(chart: Chart, box: Box): EChartsOption {
  const [xs, ys] = [0, 1].map((at) =>
    chart.series.flatMap(({ data }) => data.filter(isPoint).map((point) => point[at] ?? 0)),
  ) as [number[], number[]];
  const [writeX, writeY] = [
    axisNumbers(xs, { format: undefined, lang: box.lang }),
    axisNumbers(ys, { format: chart.format, lang: box.lang }),
  ];
  const common = {
    type: 'value' as const,
    scale: true,
    axisTick: { show: false },
    splitLine,
    ...(xs.length === 0 && { min: 0, max: 1 }),
  };
  const ltr = { ...box, rightToLeft: false };
  return {
    grid: grid(
      ltr,
      numberWidth(writeY, ys) + 10,
      20,
      Math.max(textWidth(writeX(rangeOf(xs)?.largest ?? 0), labelSize) / 2 + 4, 8),
    ),
    xAxis: {
      ...common,
      splitNumber: Math.max(2, Math.round(box.width / 70)),
      axisLine: { ...axisLine, onZero: false },
      axisLabel: numberLabels(writeX),
    },
    yAxis: {
      ...common,
      splitNumber: Math.max(2, Math.round(box.height / 45)),
      axisLine: { ...axisLine, onZero: false },
      axisLabel: numberLabels(writeY),
    },
    series: chart.series.map(({ data }, index) =>
      points(distinct(data.filter(isPoint), box, xs, ys), index, xs.length),
    ),
  };
}
