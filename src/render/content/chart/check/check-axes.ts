import type { Report } from '../../../../input/fields.ts';
import { kinds, kindsWith } from '../kinds.ts';
import type { ChartKind } from '../chart-params.ts';

/** An axis of a request, whose parts may be wrong by themselves. */
interface GivenAxis {
  readonly min?: unknown;
  readonly max?: unknown;
  readonly ticks?: unknown;
  readonly format?: unknown;
}

/** The axes of a request. */
export interface GivenAxes {
  readonly xAxis?: unknown;
  readonly yAxis?: unknown;
  readonly y2Axis?: unknown;
}

type AxisField = keyof GivenAxes;
const axisFields: readonly AxisField[] = ['xAxis', 'yAxis', 'y2Axis'];
const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const isNumber = (given: unknown): given is number => typeof given === 'number';

/** Which fields an axis of each kind may have. */
function allowedOf(kind: ChartKind, field: AxisField): 'all' | 'names' | 'title' | 'none' {
  const { along, axis, combines } = kinds[kind];
  if (field === 'xAxis') return along === 'numbers' ? 'all' : along === 'categories' ? 'names' : 'none';
  if (field === 'y2Axis') return combines ? 'all' : 'none';
  return axis ? 'all' : kind === 'heatmap' ? 'title' : 'none';
}

/** Charts of the same kinds, with such an axis. */
const kindsOf: Readonly<Record<AxisField, string>> = {
  xAxis: kindsWith(({ along }) => along !== 'nothing'),
  yAxis: kindsWith(({ axis }) => axis),
  y2Axis: kindsWith(({ combines }) => combines),
};

const numeric = ['min', 'max', 'format'] as const;

function checkNames(field: AxisField, axis: GivenAxis, report: Report): void {
  const hint = field === 'xAxis' ? '; `yAxis` is the axis of values, also where the chart is horizontal' : '';
  for (const name of numeric)
    if (axis[name] !== undefined)
      report([field, name], `\`${name}\` goes with an axis of numbers, and \`${field}\` has names here${hint}`);
  if (Array.isArray(axis.ticks))
    report([field, 'ticks'], `\`ticks\` of an axis with names is how many are shown, not a list`);
}

function checkTicks(field: AxisField, { min, max, ticks }: GivenAxis, report: Report): void {
  if (!Array.isArray(ticks) || !ticks.every(isNumber)) return;
  const low = isNumber(min) ? min : -Infinity;
  const high = isNumber(max) ? max : Infinity;
  for (const [index, tick] of ticks.entries()) {
    if (tick < low || tick > high)
      report(
        [field, 'ticks', index],
        `the tick ${tick} lies outside the axis, which goes from ${shown(low)} to ${shown(high)}`,
      );
    else if (index > 0 && tick <= (ticks[index - 1] ?? -Infinity))
      report([field, 'ticks', index], 'ticks must be in ascending order, each once');
  }
}

const shown = (end: number) => (Number.isFinite(end) ? String(end) : 'its own end');

/** Checks the axes of a chart of a kind. */
export function checkAxes(kind: ChartKind, axes: GivenAxes, report: Report): void {
  for (const field of axisFields) {
    const axis: unknown = axes[field];
    if (!isObject(axis)) continue;
    const allowed = allowedOf(kind, field);
    const given: GivenAxis = axis;
    if (allowed === 'none') report([field], `\`${field}\` goes with the kinds ${kindsOf[field]}, not with ${kind}`);
    else if (allowed !== 'all') checkNames(field, given, report);
    const { min, max } = given;
    if (isNumber(min) && isNumber(max) && min >= max)
      report([field, 'max'], `\`max\` must be greater than \`min\`; the axis goes from ${min} to ${max}`);
    else checkTicks(field, given, report);
  }
}
