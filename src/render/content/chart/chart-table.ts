import type { Row } from '../table/table-params.ts';
import { joined, tableHtml, type TablePlace } from '../table/table-html.ts';
import { categoriesOf, isPoint, isRound, nameOf, numberAt, slicesOf, type Chart } from './chart-params.ts';
import { plainNumbers } from './numbers.ts';

interface Data {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

function valuesOf(chart: Chart, write: (value: number) => string): Data {
  const cell = (value: number | null) => (value === null ? null : { text: write(value), align: 'right' as const });
  if (isRound(chart.kind))
    return {
      columns: ['', nameOf(chart.series[0] ?? { data: [] }, 0)],
      rows: slicesOf(chart).map(({ name, value }) => [name, cell(value)]),
    };
  return {
    columns: ['', ...chart.series.map(nameOf)],
    rows: categoriesOf(chart).map((name, index) => [
      name,
      ...chart.series.map(({ data }) => cell(numberAt(data[index]))),
    ]),
  };
}

function pointsOf({ series, xTitle = 'x', yTitle = 'y' }: Chart, write: (value: number) => string): Data {
  const cell = (value: number) => ({ text: write(value), align: 'right' as const });
  const rows = series.flatMap((one, index) =>
    one.data.filter(isPoint).map(([x, y]) => [nameOf(one, index), cell(x), cell(y)]),
  );
  return { columns: ['', xTitle, yTitle], rows };
}

/** The data of a chart as a table: a row a category or point, a column a series. */
export function chartTable(chart: Chart, place: TablePlace): string {
  const write = plainNumbers({ format: chart.format, lang: place.lang });
  const { columns, rows } = chart.kind === 'scatter' ? pointsOf(chart, write) : valuesOf(chart, write);
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
