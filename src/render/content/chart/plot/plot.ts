import type { Box } from '../axes.ts';
import type { Chart } from '../chart-params.ts';
import { axisTexts, axisTitles, baseLines, gridLines } from './axis-lines.ts';
import { Drawing } from './drawing.ts';
import { factsOf } from './facts.ts';
import { layoutOf } from './layout.ts';
import { bars } from './marks/bars.ts';
import { boxes } from './marks/boxes.ts';
import { histogram, waterfall } from './marks/columns.ts';
import { gauges } from './marks/gauge.ts';
import { heatmap } from './marks/heatmap.ts';
import { lines } from './marks/lines.ts';
import { points } from './marks/points.ts';
import { joined, type Marks } from './marks/value-label.ts';
import { annotations, referenceLines } from './notes.ts';
import { Room } from './room.ts';
import { axesOf } from './scales.ts';

/** How the marks of each kind with axes are drawn; bars, lines and areas unless another one is here. */
const marksOf: Partial<Record<Chart['kind'], (drawing: Drawing) => Marks>> = {
  scatter: points,
  waterfall,
  histogram,
  boxplot: boxes,
};

const combined = (drawing: Drawing) => joined([bars(drawing), lines(drawing)]);

/** The elements of a chart in a box, without its title and legend. */
export function plot(chart: Chart, box: Box): string {
  if (chart.kind === 'gauge') return gauges(chart, box);
  if (chart.kind === 'heatmap') return heatmap(chart, box);
  const facts = factsOf(chart);
  const layout = layoutOf(chart, box, facts, axesOf(chart, box, facts));
  const room = new Room(layout.texts);
  const drawing = new Drawing(chart, box, layout, room);
  const data = (marksOf[chart.kind] ?? combined)(drawing);
  const reference = referenceLines(drawing);
  const notes = annotations(drawing);
  return [
    gridLines(drawing),
    data.marks,
    baseLines(drawing),
    axisTexts(drawing),
    axisTitles(drawing),
    reference.marks,
    notes.marks,
    reference.labels(),
    notes.labels(),
    data.labels(),
  ].join('');
}
