import type { Box } from '../axes.ts';
import type { Axis, Chart } from '../chart-params.ts';
import { axisNumbers } from '../numbers.ts';
import { labelNumbers, type Write } from './axis-text.ts';
import type { Facts } from './facts.ts';
import { scaleOf, secondScale, shareOf, type Scale } from './scale.ts';

/** An axis of values. */
export interface ValueAxis {
  readonly scale: Scale;
  /** Labels of the ticks. */
  readonly texts: readonly string[];
  /** How labels of values are written. */
  readonly write: Write;
  readonly values: readonly number[];
}

/** What runs along the plot: categories by their index, or numbers. */
export interface Along {
  readonly names: readonly string[] | null;
  readonly scale: Scale | null;
  readonly texts: readonly string[];
  /** Share of the length that a category has; a whole one for numbers. */
  readonly band: number;
  /** The share of the length at which a category (by its index) or a number stands. */
  readonly share: (at: number) => number;
}

/** The axes of a plot. */
export interface Axes {
  readonly along: Along;
  readonly left: ValueAxis;
  readonly right: ValueAxis | null;
}

/** Numbers of reference lines and annotations, which the axes have to show too. */
function extras({ referenceLines = [], annotations = [] }: Chart, name: 'x' | 'y' | 'y2'): number[] {
  const lines = referenceLines.filter(({ axis = 'y' }) => axis === name).map(({ value }) => value);
  const places = name === 'y2' ? [] : annotations.map(({ x, y }) => (name === 'x' ? x : y));
  return [...lines, ...places].filter((value) => typeof value === 'number');
}

function valueAxis(
  scale: Scale,
  values: readonly number[],
  { format, lang }: { format: string | undefined; lang: string },
) {
  const tick = axisNumbers([...scale.ticks, scale.max], { format, lang });
  return { scale, values, texts: scale.ticks.map(tick), write: labelNumbers(values, { format, lang }) };
}

function alongNames(names: readonly string[], inBands: boolean): Along {
  const count = names.length;
  return {
    names,
    scale: null,
    texts: names,
    band: 1 / Math.max(inBands ? count : count - 1, 1),
    share: (index) => (inBands ? (index + 0.5) / count : index / Math.max(count - 1, 1)),
  };
}

function alongNumbers(chart: Chart, numbers: readonly number[], { width, lang }: Box): Along {
  const { xAxis = {}, kind } = chart;
  const values = [...numbers, ...extras(chart, 'x')];
  const scale =
    kind === 'histogram'
      ? { min: numbers[0] ?? 0, max: numbers.at(-1) ?? 1, ticks: xAxis.ticks === 0 ? [] : numbers }
      : scaleOf({ values, steps: Math.max(2, Math.round(width / 70)), zero: false }, xAxis);
  const write = axisNumbers([...scale.ticks, scale.max], { format: xAxis.format, lang });
  return { names: null, scale, texts: scale.ticks.map(write), band: 1, share: (at) => shareOf(scale, at) };
}

/** The number of steps that an axis of so many points has room for. */
const stepsIn = (points: number, horizontal: boolean) => Math.max(2, Math.round(points / (horizontal ? 80 : 45)));

/** True where a chart has a second axis of values. */
export const hasSecondAxis = ({ series, y2Axis }: Chart): boolean =>
  y2Axis !== undefined || series.some(({ axis }) => axis === 'right');

/** The axes of a chart in a box. */
export function axesOf(chart: Chart, box: Box, facts: Facts): Axes {
  const { horizontal = false, format } = chart;
  const steps = stepsIn(horizontal ? box.width * 0.8 : box.height - 40, horizontal);
  const styled = (axis: Axis = {}) => ({ format: axis.format ?? format, lang: box.lang });
  const left = scaleOf({ values: [...facts.left, ...extras(chart, 'y')], steps, zero: facts.zero }, chart.yAxis);
  const right = hasSecondAxis(chart)
    ? secondScale({ values: [...facts.right, ...extras(chart, 'y2')], steps, zero: facts.zero }, chart.y2Axis, left)
    : null;
  return {
    along:
      'names' in facts.along
        ? alongNames(facts.along.names, facts.along.inBands)
        : alongNumbers(chart, facts.along.numbers, box),
    left: valueAxis(left, facts.left, styled(chart.yAxis)),
    right: right && valueAxis(right, facts.right, styled(chart.y2Axis)),
  };
}
