import type { Axis } from '../chart-params.ts';
import { rangeOf } from '../numbers.ts';

/** The numbers of an axis from end to end, and those with labels. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** What an axis has to show. */
export interface Wanted {
  readonly values: readonly number[];
  /** About how many steps there is room for. */
  readonly steps: number;
  /** True where the axis has to show zero, because lengths are compared. */
  readonly zero: boolean;
}

/** Removes rounding errors of binary fractions: 0.1 + 0.2 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(12));

/** 1, 2, 2.5 or 5 times a power of ten, near to `rough`; whole numbers get whole steps. */
export function roundStep(rough: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const part = rough / power;
  const quarters = !whole || power >= 10;
  const factor =
    part <= 1.4 ? 1 : part <= 2.2 || (!quarters && part <= 3.4) ? 2 : part <= 3.4 ? 2.5 : part <= 7 ? 5 : 10;
  return whole ? Math.max(1, factor * power) : factor * power;
}

/** From the smallest to the largest value, or to the ends that the request sets. Never empty. */
export function extentOf({ values, zero }: Omit<Wanted, 'steps'>, axis: Axis = {}): Omit<Scale, 'ticks'> {
  const listed = typeof axis.ticks === 'object' ? axis.ticks : [];
  const { least, largest } = rangeOf([...values, ...listed, ...(zero ? [0] : [])]) ?? { least: 0, largest: 1 };
  const [min, max] = [axis.min ?? least, axis.max ?? largest];
  if (min < max) return { min, max };
  const room = Math.abs(axis.max ?? min) * 0.2 || 1;
  if (axis.min !== undefined) return { min, max: min + room };
  if (axis.max !== undefined || zero) return zero && max === 0 ? { min: 0, max: 1 } : { min: max - room, max };
  return { min: min - room / 2, max: max + room / 2 };
}

const multiples = (step: number, min: number, max: number) => {
  const [first, last] = [Math.ceil(tidy(min / step)), Math.floor(tidy(max / step))];
  return Array.from({ length: Math.max(Math.min(last - first + 1, 200), 0) }, (_, index) =>
    tidy((first + index) * step),
  );
};

/** So many numbers from end to end, at equal distances. */
export const evenTicks = (min: number, max: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (count === 1 ? min : tidy(min + ((max - min) * index) / (count - 1))));

/** Ticks between ends that the request sets: from end to end where round steps lead there, else at round numbers. */
function ticksBetween(min: number, max: number, steps: number, whole: boolean): number[] {
  const counts = [0, 1, -1, 2, -2, 3].map((more) => steps + more).filter((count) => count >= 2);
  const even = counts.find((count) => {
    const step = tidy((max - min) / count);
    return step === tidy(roundStep(step, whole && Number.isInteger(step)));
  });
  return even === undefined
    ? multiples(roundStep((max - min) / steps, whole), min, max)
    : evenTicks(min, max, even + 1);
}

/** The scale of an axis: round numbers, unless the request sets its ends and labels. */
export function scaleOf(wanted: Wanted, axis: Axis = {}): Scale {
  const { min, max } = extentOf(wanted, axis);
  const { ticks } = axis;
  if (typeof ticks === 'object') return { min, max, ticks };
  const whole = wanted.values.every(Number.isInteger);
  const fixed = axis.min !== undefined && axis.max !== undefined;
  if (fixed && ticks !== undefined) return { min, max, ticks: evenTicks(min, max, ticks) };
  const steps = Math.max(ticks === undefined || ticks === 0 ? wanted.steps : ticks - 1, 1);
  if (fixed) return { min, max, ticks: ticksBetween(min, max, steps, whole) };
  const step = roundStep((max - min) / steps, whole);
  const [low, high] = [
    axis.min ?? tidy(Math.floor(tidy(min / step)) * step),
    axis.max ?? tidy(Math.ceil(tidy(max / step)) * step),
  ];
  return { min: low, max: high, ticks: ticks === 0 ? [] : multiples(step, low, high) };
}

/** The scale of the second axis, with labels at the grid lines of the first one. */
export function secondScale(wanted: Wanted, axis: Axis = {}, first: Scale): Scale {
  const free = axis.min === undefined && axis.max === undefined && axis.ticks === undefined;
  const count = first.ticks.length;
  const reachesEnds = first.ticks[0] === first.min && first.ticks.at(-1) === first.max;
  if (!free || count < 2 || !reachesEnds) return besideTicks(scaleOf(wanted, axis), axis, first);
  const { min, max } = extentOf(wanted);
  const below = first.min < 0 ? first.ticks.filter((tick) => tick < 0).length : 0;
  const above = count - 1 - below;
  const whole = wanted.values.every(Number.isInteger);
  const needed = (span: number, steps: number) => {
    const least = span / steps;
    const step = roundStep(least, whole);
    return step >= least ? step : roundStep(least * 1.5, whole);
  };
  if (first.ticks.includes(0) && (min >= 0 || below > 0) && (max <= 0 || above > 0)) {
    const step = needed(Math.max(above > 0 ? max / above : 0, below > 0 ? -min / below : 0, 1e-300), 1);
    return {
      min: tidy(-below * step),
      max: tidy(above * step),
      ticks: evenTicks(-below * step, above * step, count),
    };
  }
  let step = needed(max - min, count - 1);
  while (tidy(Math.floor(tidy(min / step)) * step + step * (count - 1)) < max) step = roundStep(step * 1.6, whole);
  const low = tidy(Math.floor(tidy(min / step)) * step);
  return { min: low, max: tidy(low + step * (count - 1)), ticks: evenTicks(low, low + step * (count - 1), count) };
}

/** Labels at the grid lines of the first axis where the numbers there are short, else those of the scale itself. */
function besideTicks(scale: Scale, axis: Axis, first: Scale): Scale {
  if (axis.ticks !== undefined) return scale;
  const at = first.ticks.map(
    (tick) => scale.min + ((tick - first.min) / (first.max - first.min)) * (scale.max - scale.min),
  );
  return at.every((value) => tidy(value) === Number(value.toPrecision(3))) ? { ...scale, ticks: at.map(tidy) } : scale;
}

/** The share of the axis, from its lowest number, at which a number stands. */
export const shareOf = ({ min, max }: Scale, value: number): number => (value - min) / (max - min);
