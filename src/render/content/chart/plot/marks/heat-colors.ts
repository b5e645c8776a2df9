import { textWidth } from '../../../../html/text-width.ts';
import type { Box } from '../../axes.ts';
import type { Chart } from '../../chart-params.ts';
import { rangeOf, valuesOf } from '../../numbers.ts';
import { tint } from '../../paint.ts';
import { colorAt } from '../../palette.ts';
import { labelNumbers, type Write } from '../axis-text.ts';
import { box as boxOf, label } from '../shapes.ts';

/** How the cells of a heatmap are coloured. */
export interface HeatColors {
  readonly least: number;
  readonly largest: number;
  readonly write: Write;
  readonly colorOf: (value: number) => string;
}

/** The lightest cell differs from an empty one. */
const lightest = 0.08;

/**
 * From light to dark in one colour; where there are values above and below zero, in a second one for those below, and
 * the same distance from zero is as dark in both.
 */
export function heatColors(chart: Chart, { palette, lang }: Pick<Box, 'palette' | 'lang'>): HeatColors {
  const values = valuesOf(chart);
  const { least, largest } = rangeOf(values) ?? { least: 0, largest: 1 };
  const [above, below] = [colorAt(0, palette), colorAt(1, palette)];
  const farthest = Math.max(Math.abs(least), Math.abs(largest));
  const share = least < 0 && largest > 0 ? undefined : (value: number) => (value - least) / (largest - least || 1);
  return {
    least,
    largest,
    write: labelNumbers(values, { format: chart.format, lang }),
    colorOf: (value) =>
      share
        ? tint(above, lightest + (1 - lightest) * share(value))
        : tint(value < 0 ? below : above, lightest + ((1 - lightest) * Math.abs(value)) / farthest),
  };
}

const size = 8;
const steps = 24;
const thickness = 8;

/** The key of the colours: a bar from the smallest to the largest value. */
export function heatKey(
  chart: Chart,
  box: Box,
  upright: boolean,
): { readonly svg: string; readonly width: number; readonly height: number } {
  const { least, largest, write, colorOf } = heatColors(chart, box);
  const [from, to] = [write(least), write(largest)];
  const length = Math.min(upright ? box.height * 0.6 : box.width * 0.4, 120);
  const piece = length / steps;
  const bars = Array.from({ length: steps }, (_, index) => {
    const fill = colorOf(least + ((largest - least) * index) / (steps - 1));
    const at = piece * index;
    // A hair wider than its place, so that viewers draw no gap between two.
    return upright
      ? boxOf({ x: 0, y: 5 + length - at - piece, width: thickness, height: piece + (index > 0 ? 0.3 : 0) }, { fill })
      : boxOf(
          { x: textWidth(from, size) + 5 + at, y: 3, width: piece + (index < steps - 1 ? 0.3 : 0), height: thickness },
          { fill },
        );
  }).join('');
  const { rightToLeft } = box;
  const words = upright
    ? label(to, { x: thickness + 5, y: 9 }, { size, rightToLeft }) +
      label(from, { x: thickness + 5, y: length + 1 }, { size, rightToLeft })
    : label(from, { x: 0, y: 7 }, { size, rightToLeft }) +
      label(to, { x: textWidth(from, size) + length + 10, y: 7 }, { size, rightToLeft });
  const text = Math.max(textWidth(from, size), textWidth(to, size));
  return upright
    ? { svg: bars + words, width: thickness + 5 + text, height: length + 10 }
    : { svg: bars + words, width: textWidth(from, size) + length + 10 + textWidth(to, size), height: 14 };
}
