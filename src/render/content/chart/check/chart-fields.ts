import { color } from '../../../../input/color.ts';
import { either, joi } from '../../../../input/fields.ts';
import { formatField } from '../../../templates/format-field.ts';
import { axisNames, legendPlaces } from '../chart-params.ts';
import { largestNumber } from './check-chart.ts';

/** How numbers of a chart are written. */
export const chartFormat = () => formatField('"number:2", "percent" or "currency:EUR"');

/** As large as values may be: far beyond the whole numbers that joi calls safe. */
const number = () => joi.number().unsafe().min(-largestNumber).max(largestNumber);
const title = () => joi.string().max(200);
const maxTicks = 50;

/** Fields of an axis. */
const axis = () =>
  joi.object({
    min: number().description('Its lowest number. Bars and lines beyond an end are cut there.'),
    max: number().description('Its highest number.'),
    ticks: either(
      joi.array().items(number()).min(1).max(maxTicks),
      joi.number().integer().min(0).max(maxTicks),
    ).description(
      'How many labels and grid lines it has, or at which numbers; 0 for none. With `min` and `max` the number is ' +
        'exact, else it is the nearest that gives round numbers. Of categories: how many names are shown.',
    ),
    title: title().description('Above an axis that stands upright, below one that lies.'),
    format: chartFormat(),
  });

const place = joi.alternatives(number(), joi.string().max(500));

/** Fields of `add_chart` about axes, the legend, and notes in the plot. */
export const axisFields = {
  xAxis: axis().description(
    'The axis of categories, or of the x of scatter charts and histograms. The ticks of a histogram are the edges of ' +
      'its bins.',
  ),
  yAxis: axis().description('The axis of values. `horizontal` lays it down; its name stays.'),
  y2Axis: axis().description('The second axis of values, of the series with `axis: "right"`.'),
  legend: joi
    .string()
    .valid(...legendPlaces)
    .description('At the top unless given, for charts with several series.'),
  referenceLines: joi
    .array()
    .items(
      joi.object({
        axis: joi
          .string()
          .valid(...axisNames)
          .description('The axis that the value is of; `y` unless given.'),
        value: place.required().description('A number, or a category of the x axis.'),
        label: title(),
        color: color(),
      }),
    )
    .max(50)
    .description('Dashed lines across the plot, such as targets and limits. An axis without ends extends to them.'),
  annotations: joi
    .array()
    .items(
      joi.object({
        x: place.required().description('A category, or a number where the x axis has numbers.'),
        y: number().required().description('A number of `yAxis`.'),
        text: joi.string().max(500).required(),
      }),
    )
    .max(50)
    .description('Dots with texts beside them, where there is room.'),
};
