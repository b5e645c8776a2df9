import type { JsonSchema } from '../../../input/input.ts';
import { mistakeLimit, type Report } from '../../../input/fields.ts';
import { didYouMean } from '../../../near-names.ts';
import { combinedKinds } from './chart-params.ts';

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
/** Maximum number of slices: more cannot be distinguished. */
const maxSlices = 200;
const longestName = 500;
/** Larger numbers have no readable axis, and overflow in sums. */
const largest = 1e100;

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
      data: {
        type: 'array',
        maxItems: maxPoints,
        items: {
          anyOf: [
            value,
            { type: 'array', items: { type: 'number', minimum: -largest, maximum: largest }, minItems: 2, maxItems: 2 },
          ],
        },
      },
    },
    required: ['data'],
    additionalProperties: false,
  },
  description:
    `Up to ${maxSeries} series, ${maxPoints} values in all. A value a category (null is a gap); [x, y] in a ` +
    'scatter chart.',
};

const isNumber = (given: unknown) => typeof given === 'number' && Math.abs(given) <= largest;
const isPair = (given: unknown) => Array.isArray(given) && given.length === 2 && given.every(isNumber);
const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const fields: Readonly<Record<string, (given: unknown) => string | undefined>> = {
  name: (given) =>
    typeof given === 'string' && given.length <= longestName
      ? undefined
      : `must be a string of at most ${longestName} characters`,
  kind: (given) =>
    combinedKinds.some((kind) => kind === given) ? undefined : `must be one of ${combinedKinds.join(', ')}`,
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
    if (given !== null && !isNumber(given) && !isPair(given))
      report(
        [index, 'data', at],
        `a value must be a number from -${largest} to ${largest}, null, or in a scatter chart [x, y]`,
      );
}

const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given.slice(0, maxPoints) : []);

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
    (sum, one) => sum + (isObject(one) && Array.isArray(one.data) ? one.data.length : 0),
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

/** A series of the right types. */
interface Sound {
  readonly kind?: unknown;
  readonly data: readonly unknown[];
}

/**
 * Checks the fields of a chart against each other. Values of the wrong type may be among them; they are reported
 * elsewhere.
 */
export function checkChart(
  { kind, series, categories, stacked }: { kind?: unknown; series?: unknown; categories?: unknown; stacked?: unknown },
  report: Report,
): void {
  let sound = Array.isArray(series) && series.length <= maxSeries && typeof kind === 'string';
  if (sound) checkSeries(series, () => (sound = false));
  if (!sound) return;
  const all = series as readonly Sound[];
  if (kind === 'scatter') checkScatter(all, report);
  else checkValues(all, report);
  if (kind === 'pie' || kind === 'donut') checkRound(all, report);
  for (const [index, one] of all.entries())
    if (one.kind !== undefined && !combinedKinds.some((combined) => combined === kind))
      report(
        ['series', index, 'kind'],
        `\`kind\` of a series goes with charts of the kinds ${combinedKinds.join(', ')}, not with ${String(kind)}`,
      );
  if (stacked === true && !combinedKinds.some((combined) => combined === kind))
    report(['stacked'], `\`stacked\` goes with the kinds ${combinedKinds.join(', ')}`);
  if (Array.isArray(categories)) checkLengths(all, categories.length, kind as string, report);
}

function checkScatter(series: readonly Sound[], report: Report): void {
  for (const [index, { data }] of series.entries()) {
    const at = data.findIndex((value) => !Array.isArray(value));
    if (at >= 0) report(['series', index, 'data', at], 'in a scatter chart each value must be [x, y]');
  }
}

function checkValues(series: readonly Sound[], report: Report): void {
  for (const [index, { data }] of series.entries()) {
    const at = data.findIndex((value) => Array.isArray(value));
    if (at >= 0)
      report(['series', index, 'data', at], '[x, y] goes with scatter charts; here a value must be a number or null');
  }
}

function checkRound(series: readonly Sound[], report: Report): void {
  if (series.length > 1 && series.some(({ data }) => data.length > 1))
    report(['series'], 'a pie shows one series, or several of one value each');
  for (const [index, { data }] of series.entries()) {
    if (data.length > maxSlices)
      report(['series', index, 'data'], `a pie has at most ${maxSlices} slices, this ${data.length}`);
    const at = data.findIndex((value) => typeof value === 'number' && value < 0);
    if (at >= 0) report(['series', index, 'data', at], 'a pie shows parts of a whole: a value must not be negative');
  }
}

function checkLengths(series: readonly Sound[], categories: number, kind: string, report: Report): void {
  if (kind === 'scatter') {
    report(['categories'], '`categories` do not go with a scatter chart: its values have their own x');
    return;
  }
  if (series.length > 1 && (kind === 'pie' || kind === 'donut')) {
    report(['categories'], 'where each series is a slice its `name` names it; leave `categories` out');
    return;
  }
  for (const [index, { data }] of series.entries())
    if (data.length > categories)
      report(['series', index, 'data'], `the series has ${data.length} values and the chart ${categories} categories`);
}
