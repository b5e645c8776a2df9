import type { Report } from '../../../../input/fields.ts';
import { combinedKinds, type ChartKind } from '../chart-params.ts';
import { kinds, kindsWith } from '../kinds.ts';
import { fewestOfBox } from '../statistics.ts';

/** A series of the right types. */
export interface Sound {
  readonly kind?: unknown;
  readonly axis?: unknown;
  readonly color?: unknown;
  readonly data: readonly unknown[];
}

/** Maximum number of slices: more cannot be distinguished. */
const maxSlices = 200;
const maxGauges = 6;

const isRound = (kind: ChartKind) => kind === 'pie' || kind === 'donut';

function checkPoints(series: readonly Sound[], report: Report): void {
  for (const [index, { data }] of series.entries()) {
    const at = data.findIndex((value) => !Array.isArray(value) || value.length !== 2);
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

const tooFew = (count: number) =>
  `a box sums up at least ${fewestOfBox} values; here ${count === 1 ? 'is 1' : `are ${count}`}`;

/** A boxplot has a list of numbers in each series, or a list of such lists in each. */
function checkSamples(series: readonly Sound[], report: Report): void {
  const nested = series.some(({ data }) => data.some(Array.isArray));
  for (const [index, { data }] of series.entries()) {
    const path = ['series', index, 'data'];
    if (!nested) {
      const count = data.filter((value) => value !== null).length;
      if (count < fewestOfBox) report(path, tooFew(count));
      continue;
    }
    for (const [at, sample] of data.entries()) {
      if (sample === null) continue;
      if (!Array.isArray(sample))
        report([...path, at], 'is a number beside lists of numbers; each value must be a list here');
      else if (sample.length < fewestOfBox) report([...path, at], tooFew(sample.length));
    }
  }
}

const dataChecks = { points: checkPoints, values: checkValues, samples: checkSamples } as const;

function checkRound(series: readonly Sound[], report: Report): void {
  if (series.length > 1 && series.some(({ data }) => data.length > 1))
    report(['series'], 'a pie shows one series, or several of one value each');
  for (const [index, { data, color }] of series.entries()) {
    if (data.length > maxSlices)
      report(['series', index, 'data'], `a pie has at most ${maxSlices} slices, this ${data.length}`);
    const at = data.findIndex((value) => typeof value === 'number' && value < 0);
    if (at >= 0) report(['series', index, 'data', at], 'a pie shows parts of a whole: a value must not be negative');
    if (color !== undefined && series.length === 1)
      report(
        ['series', index, 'color'],
        '`color` of the only series would be the colour of all slices; `document.palette` has colours for slices, ' +
          'or each slice is a series of one value',
      );
  }
}

function checkGauges(series: readonly Sound[], report: Report): void {
  if (series.length > maxGauges)
    report(['series'], `has ${series.length} series; ${maxGauges} gauges stand side by side at most`);
  for (const [index, { data }] of series.entries())
    if (data.length !== 1) report(['series', index, 'data'], `a gauge shows one value; here are ${data.length}`);
}

/** Fields of series that go with some kinds only. */
function checkOfSeries(kind: ChartKind, series: readonly Sound[], report: Report): void {
  if (kinds[kind].combines) return;
  for (const [index, one] of series.entries()) {
    if (one.kind !== undefined)
      report(
        ['series', index, 'kind'],
        `\`kind\` of a series goes with charts of the kinds ${combinedKinds.join(', ')}, not with ${kind}`,
      );
    if (one.axis !== undefined)
      report(
        ['series', index, 'axis'],
        `\`axis\` of a series goes with charts of the kinds ${combinedKinds.join(', ')}, not with ${kind}`,
      );
  }
}

/** The options of a chart that are true or false. */
interface Switches {
  readonly stacked?: unknown;
  readonly horizontal?: unknown;
}

function checkSwitches(
  kind: ChartKind,
  { stacked, horizontal }: Switches,
  series: readonly Sound[],
  report: Report,
): void {
  if (stacked === true && !kinds[kind].combines)
    report(['stacked'], `\`stacked\` goes with the kinds ${kindsWith(({ combines }) => combines)}`);
  if (horizontal !== true) return;
  if (!kinds[kind].horizontal) {
    report(['horizontal'], `\`horizontal\` goes with the kinds ${kindsWith((facts) => facts.horizontal)}`);
    return;
  }
  for (const [index, one] of series.entries())
    if (one.kind !== undefined && one.kind !== 'bar')
      report(['series', index, 'kind'], 'a horizontal chart has bars only, because lines run along the page');
}

/** What `categories` would name in kinds that have none. */
const withoutCategories: Partial<Record<ChartKind, string>> = {
  scatter: '`categories` do not go with a scatter chart: its values have their own x',
  histogram: '`categories` do not go with a histogram: its bins follow from its values',
  gauge: '`categories` do not go with a gauge: the `name` of its series names it',
};

function checkCategories(kind: ChartKind, categories: number, series: readonly Sound[], report: Report): void {
  const refusal = withoutCategories[kind];
  if (refusal !== undefined) report(['categories'], refusal);
  else if (series.length > 1 && isRound(kind))
    report(['categories'], 'where each series is a slice its `name` names it; leave `categories` out');
  else if (kind === 'boxplot' && !series.some(({ data }) => data.some(Array.isArray)))
    report(['categories'], 'where each series is a box its `name` names it; leave `categories` out');
  else
    for (const [index, { data }] of series.entries())
      if (data.length > categories)
        report(
          ['series', index, 'data'],
          `the series has ${data.length} values and the chart ${categories} categories`,
        );
}

/** Checks series of the right types against the kind of their chart, and against its options. */
export function checkData(
  kind: ChartKind,
  { series, categories, ...switches }: Switches & { readonly series: readonly Sound[]; readonly categories?: unknown },
  report: Report,
): void {
  dataChecks[kinds[kind].data](series, report);
  if (isRound(kind)) checkRound(series, report);
  if (kind === 'gauge') checkGauges(series, report);
  if (kinds[kind].single && series.length > 1)
    report(['series'], `has ${series.length} series; a ${kind} shows one, from its first value to its last`);
  checkOfSeries(kind, series, report);
  checkSwitches(kind, switches, series, report);
  if (Array.isArray(categories)) checkCategories(kind, categories.length, series, report);
}
