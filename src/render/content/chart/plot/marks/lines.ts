import { numberAt, type Series } from '../../chart-params.ts';
import { dashAt, symbolAt } from '../../palette.ts';
import { shapes } from '../../symbols.ts';
import type { Drawing } from '../drawing.ts';
import { kindOf, spansOf, type Span } from '../facts.ts';
import { noteSize } from '../margins.ts';
import { round } from '../../svg-text.ts';
import { area, clipped, line, outline, type Place } from '../shapes.ts';
import { joined, labelAtClearest, type Marks } from './value-label.ts';
import { textWidth } from '../../../../html/text-width.ts';

/** A line with more values has neither marks nor dashes, which a printer would draw one by one. */
const maxMarks = 40;

/** A value of a line: where it is, and where the area below it begins. */
interface Knot {
  readonly index: number;
  readonly value: number;
  readonly top: Place;
  readonly foot: Place;
}

/** The parts of a line between gaps. */
function partsOf(drawing: Drawing, series: Series, spans: readonly (Span | null)[]): Knot[][] {
  const axis = drawing.axisOf(series);
  const parts: Knot[][] = [[]];
  for (const [index, span] of spans.entries()) {
    const value = numberAt(series.data[index]);
    if (!span || value === null) {
      if (parts.at(-1)?.length !== 0) parts.push([]);
      continue;
    }
    const along = drawing.along(index);
    parts.at(-1)?.push({
      index,
      value,
      top: drawing.place(along, drawing.beyond(span.to, axis)),
      foot: drawing.place(along, drawing.beyond(span.from, axis)),
    });
  }
  return parts.filter((part) => part.length > 0);
}

/** The knots that differ on paper: of those within a third of a point, the lowest and the highest. */
function distinct(part: readonly Knot[]): readonly Knot[] {
  if (part.length < 1000) return part;
  const groups = Map.groupBy(part, ({ top }) => Math.round(top.x * 3));
  return [...groups.values()].flatMap((group) => {
    const byHeight = group.toSorted((a, b) => a.top.y - b.top.y);
    const ends = new Set([group[0], byHeight[0], byHeight.at(-1), group.at(-1)]);
    return group.filter((knot) => ends.has(knot));
  });
}

/** Texts of values stand above their marks, else below, else beside them. */
function labelsOf(drawing: Drawing, series: Series, knots: readonly Knot[]): string {
  if (drawing.chart.valueLabels !== true) return '';
  const { write } = drawing.axisOf(series);
  return knots
    .map(({ value, top: { x, y } }) => {
      const text = write(value);
      const [up, aside] = [noteSize / 2 + 5, textWidth(text, noteSize) / 2 + 6];
      return labelAtClearest(drawing, text, [
        { x, y: y - up },
        { x, y: y + up },
        { x: x + aside, y },
        { x: x - aside, y },
      ]);
    })
    .join('');
}

const halfMark = 1.5;

function lineOf(drawing: Drawing, series: Series, index: number, spans: readonly (Span | null)[]): Marks {
  const { chart } = drawing;
  const isArea = kindOf(chart, series) === 'area';
  const color = drawing.colorOf(series, index);
  const many = series.data.length > maxMarks;
  const parts = partsOf(drawing, series, spans).map(distinct);
  const dash = isArea || many ? 'solid' : dashAt(index);
  const look = {
    stroke: color,
    'stroke-width': many ? 1.1 : 1.6,
    'stroke-linejoin': 'round',
    ...(dash !== 'solid' && { 'stroke-dasharray': dash.join(' ') }),
  };
  const opacity = chart.stacked === true ? 0.8 : 0.22;
  let marks = '';
  for (const part of parts) {
    const tops = part.map(({ top }) => top);
    if (isArea && part.length > 1)
      marks += area([...tops, ...part.map(({ foot }) => foot).reverse()], { fill: color, 'fill-opacity': opacity });
    if (part.length > 1) marks += line(tops, look);
    const marked = part.length === 1 || (!isArea && !many);
    for (const { x, y } of tops) {
      if (marked) marks += outline(shapes[symbolAt(index)](round(x), round(y), many ? 1.25 : 2.25), { fill: color });
      drawing.room.mark({ x: x - halfMark, y: y - halfMark, width: 2 * halfMark, height: 2 * halfMark });
    }
    avoid(drawing, tops);
  }
  const { min, max } = drawing.axisOf(series).scale;
  const shown = parts.flat().filter(({ index: at }) => isBetween(spans[at]?.to ?? min, min, max));
  return {
    marks: shown.length === parts.flat().length ? marks : clipped(marks, drawing.layout.plane),
    labels: () => labelsOf(drawing, series, shown),
  };
}

const isBetween = (value: number, min: number, max: number) => value >= min && value <= max;

/** Texts keep off a line between its marks, too. */
function avoid(drawing: Drawing, tops: readonly Place[]): void {
  for (const [index, to] of tops.entries()) {
    const from = tops[index - 1];
    if (!from) continue;
    const pieces = Math.min(Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 6), 60);
    for (let piece = 1; piece < pieces; piece += 1) {
      const share = piece / pieces;
      const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
      drawing.room.mark({ x: x - halfMark, y: y - halfMark, width: 2 * halfMark, height: 2 * halfMark });
    }
  }
}

/** The lines and areas of a chart. */
export function lines(drawing: Drawing): Marks {
  const { chart } = drawing;
  const spans = spansOf(chart);
  const drawn = chart.series.map((series, index) => {
    const kind = kindOf(chart, series);
    return { kind, marks: () => lineOf(drawing, series, index, spans[index] ?? []) };
  });
  const of = (kind: string) => drawn.filter((one) => one.kind === kind).map(({ marks }) => marks());
  return joined([...of('area'), ...of('line')]);
}
