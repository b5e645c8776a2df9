import { didYouMean } from '../../../../near-names.ts';
import type { JsonSchema } from '../../../../input/input.ts';
import { colorSyntax, colourMistake } from '../../../../input/color.ts';
import { mistakeLimit, type Report } from '../../../../input/fields.ts';
import { chartKinds, combinedKinds, sides, type Chart, type ChartKind } from '../chart-params.ts';
import { checkAxes, type GivenAxes } from './check-axes.ts';
import { checkData, type Sound } from './check-data.ts';
import { checkNotes } from './check-notes.ts';

/**
 * Checks `series` and its data without the schema library: tens of thousands of points take milliseconds here, and
 * seconds there.
 */

/** Maximum number of series in a chart. */
export const maxSeries = 100;
/** Maximum number of values in all series of a chart. */
export const maxPoints = 50_000;
/** Maximum number of categories in a chart. */
export const maxCategories = 5000;
const longestName = 500;
/** Larger numbers have no readable axis, and overflow in sums. */
export const largestNumber = 1e100;
const largest = largestNumber;

const value: JsonSchema = { type: ['number', 'null'], minimum: -largest, maximum: largest };
/** JSON Schema of `series`, for the reference. The conditions between fields are checked by hand. */
export const seriesSchema: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: maxSeries,
  items: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: longestName },
      kind: { enum: combinedKinds, description: 'Of this series alone: bars and lines in one chart.' },
      color: {
        type: 'string',
        pattern: colorSyntax.source,
        description: 'A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). That of the palette unless given.',
      },
      axis: { enum: sides, description: '`right`: its values are those of `y2Axis`. `left` unless given.' },
      data: {
        type: 'array',
        maxItems: maxPoints,
        items: {
          anyOf: [
            value,
            { type: 'array', items: { type: 'number', minimum: -largest, maximum: largest }, minItems: 2 },
          ],
        },
      },
    },
    required: ['data'],
    additionalProperties: false,
  },
  description:
    `Up to ${maxSeries} series, ${maxPoints} values in all. A value a category (null is a gap, and in a waterfall ` +
    'the total so far); [x, y] in a scatter chart; the numbers to sum up in a histogram; in a boxplot the numbers of ' +
    'a box, or a list of numbers a category; a row of cells in a heatmap; one value in a gauge.',
};

const isNumber = (given: unknown) => typeof given === 'number' && Math.abs(given) <= largest;
const isList = (given: unknown) => Array.isArray(given) && given.length >= 2 && given.every(isNumber);
const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const fields: Readonly<Record<string, (given: unknown) => string | undefined>> = {
  name: (given) =>
    typeof given === 'string' && given.length <= longestName
      ? undefined
      : `must be a string of at most ${longestName} characters`,
  kind: (given) =>
    combinedKinds.some((kind) => kind === given) ? undefined : `must be one of ${combinedKinds.join(', ')}`,
  color: colourMistake,
  axis: (given) => (sides.some((side) => side === given) ? undefined : `must be one of ${sides.join(', ')}`),
  data: (given) => (Array.isArray(given) ? undefined : 'must be a list of values'),
};

function checkOne(series: unknown, index: number, report: Report): void {
  if (!isObject(series)) {
    report([index], 'a series must be an object with `data`');
    return;
  }
  if (!Object.hasOwn(series, 'data')) report([index, 'data'], '`data` is required');
  for (const [name, given] of Object.entries(series).slice(0, mistakeLimit)) {
    const shown = name.slice(0, 64);
    const problem = Object.hasOwn(fields, name)
      ? fields[name]?.(given)
      : `is not allowed${didYouMean(name, Object.keys(fields))}`;
    if (problem !== undefined) report([index, shown], `\`${shown}\` ${problem}`);
  }
  for (const [at, given] of listOf(series.data).entries())
    if (given !== null && !isNumber(given) && !isList(given))
      report(
        [index, 'data', at],
        `a value must be a number from -${largest} to ${largest}, null, or in a scatter chart [x, y]`,
      );
}

const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given.slice(0, maxPoints) : []);

/** Values of a series; each number of a sample counts, a point counts as one. */
const countIn = (data: readonly unknown[]) =>
  data.reduce<number>((sum, value) => sum + (Array.isArray(value) && value.length > 2 ? value.length : 1), 0);

/** Checks the value of `series` by itself, without the kind of the chart. */
export function checkSeries(series: unknown, report: Report): void {
  if (!Array.isArray(series)) {
    report([], 'must be a list of series');
    return;
  }
  if (series.length === 0) report([], 'must have at least one series');
  if (series.length > maxSeries) {
    report([], `has ${series.length} series; ${maxSeries} are allowed`);
    return;
  }
  const points = series.reduce<number>(
    (sum, one) => sum + (isObject(one) && Array.isArray(one.data) ? countIn(one.data) : 0),
    0,
  );
  if (points > maxPoints) {
    report([], `has ${points} values in all; ${maxPoints} are allowed`);
    return;
  }
  let count = 0;
  for (const [index, one] of series.entries()) {
    if (count >= mistakeLimit) return;
    checkOne(one, index, (path, problem) => {
      count += 1;
      if (count <= mistakeLimit) report(path, problem);
    });
  }
}

/** A chart of a request, whose parts may be wrong by themselves; those are reported elsewhere. */
interface Given extends GivenAxes {
  readonly kind?: unknown;
  readonly series?: unknown;
  readonly categories?: unknown;
  readonly stacked?: unknown;
  readonly horizontal?: unknown;
  readonly referenceLines?: unknown;
  readonly annotations?: unknown;
}

const isKind = (kind: unknown): kind is ChartKind => chartKinds.some((known) => known === kind);

/** True where each note has places of the right types. */
const areNotes = (given: unknown, types: Readonly<Record<string, readonly string[]>>) =>
  given === undefined ||
  (Array.isArray(given) &&
    given.every(
      (note) =>
        isObject(note) && Object.entries(types).every(([field, allowed]) => allowed.includes(typeof note[field])),
    ));

/** A report that counts the mistakes. */
function counting(report: Report): { readonly report: Report; mistakes: number } {
  const counted = {
    mistakes: 0,
    report: (path: Parameters<Report>[0], problem: string) => {
      counted.mistakes += 1;
      report(path, problem);
    },
  };
  return counted;
}

/** True for series without mistakes of their own, which are reported elsewhere. */
function areSeries(series: unknown): series is readonly Sound[] {
  const found = counting(() => undefined);
  checkSeries(series, found.report);
  return found.mistakes === 0;
}

/** Checks the fields of a chart against each other. */
export function checkChart(given: Given, report: Report): void {
  const { kind, series, stacked, horizontal, categories } = given;
  if (!isKind(kind)) return;
  const found = counting(report);
  checkAxes(kind, given, found.report);
  if (!areSeries(series)) return;
  checkData(kind, { series, categories, stacked, horizontal }, found.report);
  const places = ['number', 'string'];
  const notes =
    areNotes(given.referenceLines, { value: places, axis: ['string', 'undefined'] }) &&
    areNotes(given.annotations, { x: places, y: ['number'] });
  if (found.mistakes === 0 && notes && areSound(given)) checkNotes(given as unknown as Chart, report);
}

/** True where the ends of the axes are numbers: a wrong one is reported elsewhere. */
const areSound = ({ xAxis, yAxis, y2Axis }: GivenAxes) =>
  [xAxis, yAxis, y2Axis].every(
    (axis) =>
      axis === undefined ||
      (isObject(axis) &&
        [axis.min, axis.max].every((end) => end === undefined || isNumber(end)) &&
        [axis.ticks ?? []].flat().every(isNumber)),
  );
