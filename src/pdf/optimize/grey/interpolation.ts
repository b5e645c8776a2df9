import type { Lookup } from '../../content/lookup.ts';
import type { Obj } from '../../objects/objects.ts';

/** A function (ISO 32000-2, 7.10): output values for input values. */
export type PdfFunction = (inputs: readonly number[]) => number[];

/** An array of numbers; entries that are no numbers count as zero, and anything but an array as empty. */
export const numbersAt = (file: Lookup, obj: Obj): number[] =>
  (file.array(obj) ?? []).map((entry) => file.number(entry) ?? 0);

/** Interpolates linearly from one interval to another (ISO 32000-2, 7.10.2, Interpolate). */
export const interpolated = (
  value: number,
  [low, high]: readonly [number, number],
  [to, end]: readonly [number, number],
): number => (high === low ? to : to + ((value - low) * (end - to)) / (high - low));
