import { binsOf } from '../../statistics.ts';
import { colorAt, muted } from '../../palette.ts';
import type { Drawing } from '../drawing.ts';
import { stepsOf, type Step } from '../facts.ts';
import { box, line } from '../shapes.ts';
import { barLabel, barsIn, type Labelled } from './bars.ts';
import type { Marks } from './value-label.ts';

/** Positions in the palette of what rises and what falls; a total has the first colour. */
const places: Readonly<Record<Step['kind'], number>> = { total: 0, rise: 3, fall: 1 };
const ownPlaces: Readonly<Record<Step['kind'], number>> = { total: 0, rise: 1, fall: 2 };

/** The colours of a waterfall: of the document the first three. */
export function stepColors({ chart, box: { palette } }: Pick<Drawing, 'chart' | 'box'>): Record<Step['kind'], string> {
  const at = (kind: Step['kind']) => colorAt((palette ? ownPlaces : places)[kind], palette);
  return { total: chart.series[0]?.color ?? at('total'), rise: at('rise'), fall: at('fall') };
}

/** The steps of a waterfall, and lines from each to the next. */
export function waterfall(drawing: Drawing): Marks {
  const steps = stepsOf(drawing.chart);
  const colors = stepColors(drawing);
  const { left } = drawing.layout.axes;
  const { width } = barsIn(drawing.band, 1);
  const labelled: Labelled[] = [];
  let marks = '';
  for (const [index, { kind, from, to }] of steps.entries()) {
    const start = drawing.along(index) - width / 2;
    const [low, high] = [drawing.across(from, left), drawing.across(to, left)];
    const bar = drawing.boxBetween([start, start + width], [low, high]);
    marks += box(bar, { fill: colors[kind] });
    drawing.room.mark(bar);
    if (index < steps.length - 1)
      marks += line([drawing.place(start + width, high), drawing.place(drawing.along(index + 1) - width / 2, high)], {
        stroke: muted,
        'stroke-width': 0.6,
      });
    const text = textOf(drawing, { kind, from, to });
    labelled.push({ bar, text, color: colors[kind], down: to < from });
  }
  return { marks, labels: () => labelsOf(drawing, labelled) };
}

const labelsOf = (drawing: Drawing, labelled: readonly Labelled[]) =>
  drawing.chart.valueLabels === true ? labelled.map((one) => barLabel(drawing, one)).join('') : '';

/** A total as a number, a step with its sign. */
function textOf({ layout }: Drawing, { kind, from, to }: Step): string {
  const { write } = layout.axes.left;
  if (kind === 'total') return write(to);
  return to > from ? `+${write(to - from)}` : write(to - from);
}

/** The bins of a histogram; those of several series stand side by side in each. */
export function histogram(drawing: Drawing): Marks {
  const { chart } = drawing;
  const { edges, counts } = binsOf(chart.series, chart.xAxis);
  const { left } = drawing.layout.axes;
  const labelled: Labelled[] = [];
  let marks = '';
  for (const [index, series] of chart.series.entries()) {
    const color = drawing.colorOf(series, index);
    for (const [bin, count] of (counts[index] ?? []).entries()) {
      const [from, to] = [drawing.along(edges[bin] ?? 0), drawing.along(edges[bin + 1] ?? 0)];
      const width = (to - from) / chart.series.length;
      const start = from + width * index;
      const bar = drawing.boxBetween([start, start + width], [drawing.across(0, left), drawing.across(count, left)]);
      drawing.room.mark(bar);
      if (bar.height > 0) marks += box(bar, { fill: color, stroke: '#fff', 'stroke-width': 0.75 });
      if (count > 0) labelled.push({ bar, text: left.write(count), color, down: false });
    }
  }
  return { marks, labels: () => labelsOf(drawing, labelled) };
}
