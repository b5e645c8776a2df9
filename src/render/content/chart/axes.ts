import { textWidth } from '../../html/text-width.ts';
import { rangeOf } from './numbers.ts';
import { muted, rule, type Palette } from './palette.ts';

/** The box of the axes with everything around them, in points. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly lang: string;
  readonly rightToLeft: boolean;
  readonly palette?: Palette;
}

/** Size in points of the numbers beside and below the axes. */
export const labelSize = 8.5;
/** Width in points of the numbers beside the value axis, estimated from those at its ends. */
export function numberWidth(write: (value: number) => string, values: readonly number[]): number {
  const { least, largest } = rangeOf([...values, 0]) ?? { least: 0, largest: 1 };
  const size = Math.max(Math.abs(least), Math.abs(largest)) * 1.2 || 1;
  return Math.max(
    ...[least < 0 ? -size : 0, size, size / 4, size * 0.75].map((value) =>
      textWidth(write(Number(value.toPrecision(2))), labelSize),
    ),
  );
}

/** The labels of an axis of numbers. */
export const numberLabels = (write: (value: number) => string) => ({
  fontSize: labelSize,
  color: muted,
  formatter: write,
  margin: 6,
  hideOverlap: true,
});
/** The rules across the axes. */
export const splitLine = { show: true, lineStyle: { color: rule, width: 0.5 } };
/** The line of an axis. */
export const axisLine = { show: true, lineStyle: { color: muted, width: 0.75 } };

/** Space around the axes, for the numbers beside and the names below them. */
export function grid({ rightToLeft }: Box, beside: number, below: number, end: number) {
  return {
    top: 6,
    bottom: below,
    [rightToLeft ? 'right' : 'left']: beside,
    [rightToLeft ? 'left' : 'right']: end,
    outerBoundsMode: 'none' as const,
    containLabel: false,
  };
}
