import type { EChartsOption, SeriesOption } from 'echarts';
import { textWidth } from '../../html/text-width.ts';
import { axisLine, grid, labelSize, numberLabels, numberWidth, splitLine, type Box } from './axes.ts';
import { isPoint, type Chart, type Point } from './chart-params.ts';
import { axisNumbers, rangeOf } from './numbers.ts';
import { colorAt, symbolAt } from './palette.ts';

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

function points(
  all: number[][],
  index: number,
  { count, color }: { readonly count: number; readonly color: string },
): SeriesOption {
  return {
    type: 'scatter',
    data: all,
    symbol: symbolAt(index),
    symbolSize: count > 300 ? 3 : 5.5,
    itemStyle: { color, opacity: count > 50 ? 0.75 : 0.9 },
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
    series: chart.series.map(({ data, color }, index) =>
      points(distinct(data.filter(isPoint), box, xs, ys), index, {
        count: xs.length,
        color: color ?? colorAt(index, box.palette),
      }),
    ),
  };
}
