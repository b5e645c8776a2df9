import type { Series } from '../../chart-params.ts';
import { hasBoxOfSeries } from '../../chart-params.ts';
import { tint } from '../../paint.ts';
import type { BoxSummary } from '../../statistics.ts';
import type { Drawing } from '../drawing.ts';
import { boxesOf } from '../facts.ts';
import { box, dot, line } from '../shapes.ts';
import { textWidth } from '../../../../html/text-width.ts';
import { noteSize } from '../margins.ts';
import { barsIn } from './bars.ts';
import { labelAtClearest, type Marks } from './value-label.ts';

/** Where a box stands along the plane. */
interface Stand {
  readonly middle: number;
  readonly width: number;
  readonly color: string;
}

/** A box from quartile to quartile, its median, whiskers and values beyond them. */
function boxMarks(drawing: Drawing, one: BoxSummary, { middle, width, color }: Stand): string {
  const { left } = drawing.layout.axes;
  const at = (along: number, value: number) => drawing.place(middle + along, drawing.across(value, left));
  const half = width / 2;
  const thin = { stroke: color, 'stroke-width': 0.9 };
  const [low, high] = one.whiskers;
  const body = drawing.boxBetween(
    [middle - half, middle + half],
    [drawing.across(one.lower, left), drawing.across(one.upper, left)],
  );
  drawing.room.mark(body);
  return [
    line([at(0, low), at(0, one.lower)], thin),
    line([at(0, one.upper), at(0, high)], thin),
    line([at(-half / 2, low), at(half / 2, low)], thin),
    line([at(-half / 2, high), at(half / 2, high)], thin),
    box(body, { ...thin, fill: tint(color, 0.25) }),
    line([at(-half, one.median), at(half, one.median)], { stroke: color, 'stroke-width': 2 }),
    ...one.outliers.map((value) => dot(at(0, value), 1.8, { fill: '#fff', ...thin })),
  ].join('');
}

/** The median in words, beside its line. */
function medianOf(drawing: Drawing, { median }: BoxSummary, { middle, width }: Stand): string {
  const { left } = drawing.layout.axes;
  const text = left.write(median);
  const half = textWidth(text, noteSize) / 2 + 4;
  const across = drawing.across(median, left);
  if (drawing.layout.plane.horizontal) {
    const { x, y } = drawing.place(middle - width / 2 - noteSize * 0.7, across);
    return labelAtClearest(drawing, text, [
      { x, y },
      { x, y: y + width + noteSize * 1.4 },
    ]);
  }
  const { x, y } = drawing.place(middle, across);
  return labelAtClearest(drawing, text, [
    { x: x + width / 2 + half, y },
    { x: x - width / 2 - half, y },
  ]);
}

/** The boxes of a boxplot: one a series, or one a category of each series. */
export function boxes(drawing: Drawing): Marks {
  const { chart } = drawing;
  const ofSeries = hasBoxOfSeries(chart);
  const all = boxesOf(chart);
  const { width, startOf } = barsIn(drawing.band, all.length);
  const labels: (() => string)[] = [];
  let marks = '';
  for (const [row, one] of all.entries())
    for (const [index, summary] of one.entries()) {
      if (!summary) continue;
      const series: Series = chart.series[ofSeries ? index : row] ?? { data: [] };
      const stand = {
        middle: drawing.along(index) + startOf(row) + width / 2,
        width,
        color: drawing.colorOf(series, ofSeries ? 0 : row),
      };
      marks += boxMarks(drawing, summary, stand);
      labels.push(() => medianOf(drawing, summary, stand));
    }
  return { marks, labels: () => (chart.valueLabels === true ? labels.map((one) => one()).join('') : '') };
}
