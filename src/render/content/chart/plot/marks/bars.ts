import { textWidth } from '../../../../html/text-width.ts';
import { numberAt, type Series } from '../../chart-params.ts';
import { inkOn } from '../../paint.ts';
import type { Drawing } from '../drawing.ts';
import { kindOf, slotsOf, spansOf, type Span } from '../facts.ts';
import { noteSize } from '../margins.ts';
import { box, type Place, type Rect } from '../shapes.ts';
import { centred, joined, labelAtClearest, textBox, type Marks } from './value-label.ts';

const widestBar = 46;
/** Share of its band that bars fill, and of a bar that is between two. */
const filled = 0.68;
const between = 0.08;

/** The width of bars of which `count` stand side by side in a band, and where the one with an index begins. */
export function barsIn(
  band: number,
  count: number,
): { readonly width: number; readonly startOf: (slot: number) => number } {
  const width = Math.min((band * filled) / (count + (count - 1) * between), widestBar);
  const all = width * (count + (count - 1) * between);
  return { width, startOf: (slot) => -all / 2 + slot * width * (1 + between) };
}

/** A bar with its label. */
export interface Labelled {
  readonly bar: Rect;
  readonly text: string;
  readonly color: string;
  /** True where the bar ends at the bottom, or where numbers begin. */
  readonly down: boolean;
}

/** The places of the label of a bar: beyond its end, and inside of it. */
function placesOf({ layout: { plane, labels } }: Drawing, { bar, text, down }: Labelled): readonly [Place, Place] {
  const width = textWidth(text, noteSize);
  const [x, y] = [bar.x + bar.width / 2, bar.y + bar.height / 2];
  if (plane.horizontal) {
    const half = width / 2 + 4;
    const right = down === plane.mirrored;
    const end = right ? bar.x + bar.width : bar.x;
    return [
      { x: right ? end + half : end - half, y },
      { x: right ? end - half : end + half, y },
    ];
  }
  const half = labels.turned ? width / 2 + 3 : noteSize / 2 + 2.5;
  const end = down ? bar.y + bar.height : bar.y;
  return [
    { x, y: down ? end + half : end - half },
    { x, y: down ? end - half : end + half },
  ];
}

/** The label of a bar: beyond its end, or where a line crosses it there, inside of the bar if it fits. */
export function barLabel(drawing: Drawing, labelled: Labelled): string {
  const { bar, text, color } = labelled;
  const { turned } = drawing.layout.labels;
  const [beyond, inside] = placesOf(drawing, labelled);
  const [outer, inner] = [textBox(text, beyond, turned), textBox(text, inside, turned)];
  const crossed = !drawing.room.isFree(outer) || drawing.room.meetsMarks(outer);
  if (!crossed || !fitsIn(inner, bar) || !drawing.room.isFree(inner))
    return labelAtClearest(drawing, text, [beyond], turned);
  drawing.room.take(inner);
  return centred(drawing.box, { at: inside, text, fill: inkOn(color), turned });
}

const fitsIn = (inner: Rect, bar: Rect) =>
  inner.x >= bar.x + 1 &&
  inner.y >= bar.y + 1 &&
  inner.x + inner.width <= bar.x + bar.width - 1 &&
  inner.y + inner.height <= bar.y + bar.height - 1;

/** The label of a part of a stack, in its middle where it fits. */
function within(drawing: Drawing, { bar: part, text, color }: Labelled): string {
  const at = { x: part.x + part.width / 2, y: part.y + part.height / 2 };
  const needed = textBox(text, at);
  if (needed.width + 3 > part.width || needed.height + 2 > part.height) return '';
  drawing.room.take(needed);
  return centred(drawing.box, { at, text, fill: inkOn(color) });
}

function barsOf(
  drawing: Drawing,
  series: Series,
  spans: readonly (Span | null)[],
  { slot, count, color }: Slot,
): Marks {
  const axis = drawing.axisOf(series);
  const { width, startOf } = barsIn(drawing.band, count);
  const stacked = drawing.chart.stacked === true;
  const look = { fill: color, ...(stacked && { stroke: '#fff', 'stroke-width': 0.5 }) };
  const labelled: Labelled[] = [];
  let marks = '';
  for (const [index, span] of spans.entries()) {
    const value = numberAt(series.data[index]);
    if (!span || value === null) continue;
    const start = drawing.along(index) + startOf(slot);
    const bar = drawing.boxBetween(
      [start, start + width],
      [drawing.across(span.from, axis), drawing.across(span.to, axis)],
    );
    if (bar.width > 0 && bar.height > 0) marks += box(bar, look);
    drawing.room.mark(bar);
    labelled.push({ bar, text: axis.write(value), color, down: value < 0 });
  }
  const labelOf = stacked ? within : barLabel;
  return {
    marks,
    labels: () => (drawing.chart.valueLabels === true ? labelled.map((one) => labelOf(drawing, one)).join('') : ''),
  };
}

interface Slot {
  readonly slot: number;
  readonly count: number;
  readonly color: string;
}

/** The bars of a chart, side by side or on one another. */
export function bars(drawing: Drawing): Marks {
  const { chart } = drawing;
  const spans = spansOf(chart);
  const { slots, count } = slotsOf(chart);
  const all = chart.series.flatMap((series, index) =>
    kindOf(chart, series) === 'bar'
      ? [
          barsOf(drawing, series, spans[index] ?? [], {
            slot: slots[index] ?? 0,
            count,
            color: drawing.colorOf(series, index),
          }),
        ]
      : [],
  );
  return joined(all);
}
