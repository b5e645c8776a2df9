import type { Row } from '../table/table-params.ts';
import { joined, tableHtml, type TablePlace } from '../table/table-html.ts';
import {
  categoriesOf,
  hasBoxOfSeries,
  isPoint,
  isRound,
  nameOf,
  numberAt,
  slicesOf,
  type Chart,
  type ChartKind,
} from './chart-params.ts';
import { wordsOf } from './words/words-of.ts';
import { plainNumbers } from './numbers.ts';
import { boxesOf, stepsOf } from './plot/facts.ts';
import { binsOf } from './statistics.ts';

interface Data {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** How the data of a kind becomes a table. */
type Tabulate = (chart: Chart, lang: string) => Data;

const cell = (text: string) => ({ text, align: 'right' as const });

/** A cell of a number, as the numbers of an axis are written; an empty one for a gap. */
function cells({ format, yAxis }: Chart, lang: string, own = yAxis?.format ?? format) {
  const write = plainNumbers({ format: own, lang });
  return (value: number | null) => (value === null ? null : cell(write(value)));
}

/** Names of the series for columns. A single one without a name is what its axis or the chart shows. */
function seriesNames({ series, yAxis, yTitle, title }: Chart): string[] {
  const [first] = series;
  return series.length === 1 && first?.name === undefined
    ? [yAxis?.title ?? yTitle ?? title ?? '']
    : series.map(nameOf);
}

const slices: Tabulate = (chart, lang) => {
  const write = cells(chart, lang);
  const [header = ''] = seriesNames({ ...chart, series: chart.series.slice(0, 1) });
  return {
    columns: ['', header],
    rows: slicesOf(chart).map(({ name, value }) => [name, write(value)]),
  };
};

const values: Tabulate = (chart, lang) => {
  const [left, right] = [cells(chart, lang), cells(chart, lang, chart.y2Axis?.format ?? chart.format)];
  return {
    columns: ['', ...seriesNames(chart)],
    rows: categoriesOf(chart).map((name, index) => [
      name,
      ...chart.series.map(({ data, axis }) => (axis === 'right' ? right : left)(numberAt(data[index]))),
    ]),
  };
};

const points: Tabulate = (chart, lang) => {
  const { series, xAxis, yAxis, xTitle = 'x', yTitle = 'y' } = chart;
  const [x, y] = [cells(chart, lang, xAxis?.format ?? chart.format), cells(chart, lang)];
  return {
    columns: ['', xAxis?.title ?? xTitle, yAxis?.title ?? yTitle],
    rows: series.flatMap((one, index) =>
      one.data.filter(isPoint).map((point) => [nameOf(one, index), x(point[0]), y(point[1])]),
    ),
  };
};

const steps: Tabulate = (chart, lang) => {
  const write = cells(chart, lang);
  const { change, sum } = wordsOf(lang).say.headers;
  const names = categoriesOf(chart);
  return {
    columns: ['', change, sum],
    rows: stepsOf(chart).map(({ to }, index) => [
      names[index] ?? '',
      write(numberAt(chart.series[0]?.data[index])),
      write(to),
    ]),
  };
};

const bins: Tabulate = (chart, lang) => {
  const { range, number } = wordsOf(lang).say.headers;
  const { edges, counts } = binsOf(chart.series, chart.xAxis);
  const write = plainNumbers({ format: chart.xAxis?.format, lang });
  const count = cells(chart, lang);
  return {
    columns: [
      chart.xAxis?.title ?? chart.xTitle ?? range,
      ...(counts.length === 1 ? [number] : chart.series.map(nameOf)),
    ],
    rows: edges
      .slice(0, -1)
      .map((edge, bin) => [
        `${write(edge)} – ${write(edges[bin + 1] ?? edge)}`,
        ...counts.map((one) => count(one[bin] ?? 0)),
      ]),
  };
};

const boxes: Tabulate = (chart, lang) => {
  const { number, minimum, lowerQuartile, median, upperQuartile, maximum } = wordsOf(lang).say.headers;
  const write = cells(chart, lang);
  const plain = plainNumbers({ format: undefined, lang });
  const names = categoriesOf(chart);
  const nameAt = (row: number, index: number) =>
    hasBoxOfSeries(chart) || chart.series.length === 1
      ? (names[index] ?? '')
      : `${nameOf(chart.series[row] ?? { data: [] }, row)}, ${names[index] ?? ''}`;
  return {
    columns: ['', number, minimum, lowerQuartile, median, upperQuartile, maximum],
    rows: boxesOf(chart).flatMap((row, at) =>
      row.flatMap((one, index): Row[] =>
        one
          ? [
              [
                nameAt(at, index),
                cell(plain(one.count)),
                ...[one.least, one.lower, one.median, one.upper, one.largest].map(write),
              ],
            ]
          : [],
      ),
    ),
  };
};

const gauges: Tabulate = (chart, lang) => {
  const write = cells(chart, lang);
  return {
    columns: ['', chart.yAxis?.title ?? chart.title ?? ''],
    rows: chart.series.map((series, index) => [nameOf(series, index), write(numberAt(series.data[0]))]),
  };
};

/** Kinds whose data is no value a category and series. */
const byKind: Partial<Record<ChartKind, Tabulate>> = {
  scatter: points,
  waterfall: steps,
  histogram: bins,
  boxplot: boxes,
  gauge: gauges,
};

/** The data of a chart as a table: a row a category or point, a column a series; of some kinds what they work out. */
export function chartTable(chart: Chart, place: TablePlace): string {
  const { columns, rows } = (byKind[chart.kind] ?? (isRound(chart.kind) ? slices : values))(chart, place.lang);
  const keyed = columns.map((header, index) => ({
    key: String(index),
    header,
    ...(index > 0 && { align: 'right' as const }),
  }));
  return joined([
    ...tableHtml(
      {
        columns: keyed,
        groupBy: null,
        carry: null,
        repeatHeader: true,
        zebra: false,
        rowHeaders: true,
        splitRows: false,
      },
      rows,
      place,
    ),
  ]);
}
