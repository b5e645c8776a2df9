import { textWidth } from '../../../../html/text-width.ts';
import { isPoint, type Point } from '../../chart-params.ts';
import { symbolAt } from '../../palette.ts';
import { shapes } from '../../symbols.ts';
import { round } from '../../svg-text.ts';
import type { Drawing } from '../drawing.ts';
import { noteSize } from '../margins.ts';
import { outline } from '../shapes.ts';
import { joined, labelAtClearest, type Marks } from './value-label.ts';

/** The points within the axes that can be distinguished on paper: of those within half a point, only one. */
function distinct(
  drawing: Drawing,
  points: readonly Point[],
): { readonly x: number; readonly y: number; readonly value: number }[] {
  const { along, left } = drawing.layout.axes;
  const [across, down] = [along.scale, left.scale];
  const inside = points.filter(
    ([x, y]) => across && x >= across.min && x <= across.max && y >= down.min && y <= down.max,
  );
  const placed = inside.map(([x, y]) => ({ ...drawing.place(drawing.along(x), drawing.across(y, left)), value: y }));
  return [...new Map(placed.map((one) => [`${Math.round(one.x * 2)} ${Math.round(one.y * 2)}`, one])).values()];
}

/** The points of a scatter chart. */
export function points(drawing: Drawing): Marks {
  const { chart } = drawing;
  const count = chart.series.reduce((sum, { data }) => sum + data.length, 0);
  const radius = count > 300 ? 1.5 : 2.75;
  return joined(
    chart.series.map((series, index) => {
      const look = { fill: drawing.colorOf(series, index), 'fill-opacity': count > 50 ? 0.75 : 0.9 };
      const { write } = drawing.layout.axes.left;
      const all = distinct(drawing, series.data.filter(isPoint));
      for (const { x, y } of all)
        drawing.room.mark({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
      return {
        marks: all.map(({ x, y }) => outline(shapes[symbolAt(index)](round(x), round(y), radius), look)).join(''),
        labels: () =>
          chart.valueLabels === true
            ? all.map(({ x, y, value }) => besidePoint(drawing, write(value), x, y)).join('')
            : '',
      };
    }),
  );
}

function besidePoint(drawing: Drawing, text: string, x: number, y: number): string {
  const [up, aside] = [noteSize / 2 + 4.5, textWidth(text, noteSize) / 2 + 6];
  return labelAtClearest(drawing, text, [
    { x, y: y - up },
    { x: x + aside, y },
    { x, y: y + up },
    { x: x - aside, y },
  ]);
}
