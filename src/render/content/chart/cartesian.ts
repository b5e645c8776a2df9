import type { EChartsOption, SeriesOption } from 'echarts';
import { textWidth } from '../../html/text-width.ts';
import { axisLine, grid, numberLabels, numberWidth, splitLine, type Box } from './axes.ts';
import { categoryLabels, type CategoryLabels } from './category-labels.ts';
import { categoriesOf, nameOf, numberAt, type Chart, type CombinedKind, type Series } from './chart-params.ts';
import { axisNumbers, rangeOf, valuesOf } from './numbers.ts';
import { colorAt, dashAt, muted, symbolAt, type Palette } from './palette.ts';
import { inDirection } from './svg-text.ts';

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

function bar(color: string, stacked: boolean): SeriesOption {
  return {
    type: 'bar',
    barMaxWidth: 46,
    barGap: '8%',
    barCategoryGap: '32%',
    itemStyle: { color, ...(stacked && { borderColor: '#fff', borderWidth: 0.5 }) },
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
  { area, stacked, color }: { readonly area: boolean; readonly stacked: boolean; readonly color: string },
): SeriesOption {
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

function plotted(chart: Chart, series: Series, index: number, palette: Palette): SeriesOption {
  const kind: CombinedKind = series.kind ?? (chart.kind as CombinedKind);
  const stacked = chart.stacked === true && kind !== 'line';
  const color = series.color ?? colorAt(index, palette);
  const look = kind === 'bar' ? bar(color, stacked) : line(series, index, { area: kind === 'area', stacked, color });
  return {
    ...look,
    name: nameOf(series, index),
    data: series.data.map((value) => numberAt(value) ?? '-'),
    ...(stacked && { stack: kind }),
    z: kind === 'bar' ? 2 : 3,
    silent: true,
  } as SeriesOption;
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

/** Points beyond the last band. */
const endOfBands = 4;

/** Whether a name of this width is within the chart, below the middle of its band; counted from the side of numbers. */
const withinChart = (width: number, beside: number, bands: number) => (index: number, ofName: number) => {
  const middle = beside + ((width - beside - endOfBands) / bands) * (index + 0.5);
  return middle >= ofName / 2 && middle + ofName / 2 <= width;
};

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
    { deepest: box.height * 0.5, ...(inBands && { fits: withinChart(box.width, beside, names.length) }) },
  );
  const end = inBands ? endOfBands : Math.min(textWidth(plain.lines.at(-1) ?? '', plain.size) / 2 + 2, 60);
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
    series: chart.series.map((series, index) => plotted(chart, series, index, box.palette)),
  };
}
