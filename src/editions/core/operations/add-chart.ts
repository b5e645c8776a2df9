import { chartKinds, type Chart } from '../../../render/content/chart/chart-params.ts';
import { chartSvg } from '../../../render/content/chart/chart-svg.ts';
import { chartTable } from '../../../render/content/chart/chart-table.ts';
import { axisFields, chartFormat } from '../../../render/content/chart/check/chart-fields.ts';
import {
  checkChart,
  checkSeries,
  maxCategories,
  seriesSchema,
} from '../../../render/content/chart/check/check-chart.ts';
import { also, checked, joi } from '../../../input/fields.ts';
import { length } from '../../../input/length.ts';
import { escape } from '../../../render/html/html.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Fields of `add_chart`. */
export interface AddChart extends Chart {
  /** True where a table with the data follows. */
  readonly table: boolean;
}

/** A chart in the flow, as an SVG picture with a text alternative. */
export const addChart: Operation<AddChart> = {
  name: 'add_chart',
  tier: 'core',
  summary:
    'Adds a chart as vector graphics: bars, lines, areas (also together, stacked or on two axes), pie, donut, scatter, ' +
    'waterfall, histogram, boxplot, heatmap or gauge, with a text alternative, and on request with its data as a table.',
  flows: true,
  schema: also(
    joi.object({
      kind: joi
        .string()
        .valid(...chartKinds)
        .required(),
      series: checked({ jsonSchema: seriesSchema, check: checkSeries }).required(),
      categories: joi
        .array()
        .items(joi.alternatives(joi.string().allow('').max(500), joi.number()))
        .max(maxCategories)
        .description('What the values of each series belong to, in order; 1, 2, 3 unless given.'),
      title: joi.string().max(500),
      xTitle: joi.string().max(200).description('The label of the x axis; `xAxis.title` goes before it.'),
      yTitle: joi.string().max(200).description('The label of the y axis, or its unit; `yAxis.title` goes before it.'),
      format: chartFormat(),
      width: length({ min: 80, max: 2000 }).description('As wide as there is room unless given, and no wider.'),
      height: length({ min: 60, max: 2000 }),
      stacked: joi.boolean().default(false).description('Bars and areas stand on one another.'),
      horizontal: joi
        .boolean()
        .description('Bars lie, and categories run down the page. The axes keep their names: `yAxis` has the values.'),
      valueLabels: joi
        .boolean()
        .description('Writes each value at its mark, where it meets no other; the median at a box.'),
      ...axisFields,
      alt: joi
        .string()
        .allow('')
        .max(5000)
        .description(
          'The text for readers who cannot see it: kind, title and range of the data unless given; ' +
            'empty for decoration.',
        ),
      table: joi.boolean().default(false).description('Prints the data as a table below the chart.'),
    }),
    checkChart,
  ),
  example: {
    kind: 'bar',
    title: 'Revenue by quarter',
    categories: ['Q1', 'Q2', 'Q3', 'Q4'],
    series: [
      { name: '2025', data: [4.1, 4.4, 4.9, 5.2] },
      { name: '2026', data: [4.6, 5.1, 5.8, 6.3] },
    ],
    yTitle: 'Million euros',
  },
  compose(document, { table, ...chart }, context) {
    const width = chart.width ?? context.position?.width;
    const height = chart.height ?? context.position?.height;
    const sized = { ...chart, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
    const { lang, contentWidth } = context;
    const svg = chartSvg(sized, { lang, width: contentWidth, palette: context.palette });
    const data = table
      ? chartTable(chart, {
          lang,
          width: contentWidth,
          fontSize: null,
          density: document.density,
          text: escape,
          attributes: ({ class: name }) => ` class="${name}"`,
          pointer: context.pointer('table'),
          onTight: () =>
            context.warn(
              'table-too-wide',
              `The chart has ${chart.series.length} series; the table of its data hardly fits the width of the ` +
                'page, so its type is small.',
              'table',
            ),
        })
      : '';
    context.add(`<div${context.attributes({ class: 'chart' })}>${svg}${data}</div>`);
  },
};
