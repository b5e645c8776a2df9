import { cutToWidth, textWidth, wrapText } from '../../../html/text-width.ts';
import type { Annotation, ReferenceLine } from '../chart-params.ts';
import { ink } from '../palette.ts';
import type { Drawing } from './drawing.ts';
import { asideLines, lineShare, noteSize, runsDown } from './margins.ts';
import { depthOf, lengthOf } from './plane.ts';
import { joined, type Marks } from './marks/value-label.ts';
import { isInside } from './room.ts';
import { box, dot, label, line, lineRatio, type Place, type Rect } from './shapes.ts';

/** The ends of a reference line on the page. */
function endsOf(drawing: Drawing, given: ReferenceLine): readonly [Place, Place] {
  const { plane, axes } = drawing.layout;
  const share = lineShare(given, axes);
  if (given.axis === 'x') {
    const along = share * lengthOf(plane);
    return [drawing.place(along, 0), drawing.place(along, depthOf(plane))];
  }
  const across = share * depthOf(plane);
  return [drawing.place(0, across), drawing.place(lengthOf(plane), across)];
}

const colorOf = ({ color }: ReferenceLine) => color ?? ink;

/** Texts beside the plane, moved apart where their lines are close to each other. */
function movedApart(blocks: readonly { readonly y: number; readonly height: number }[], bottom: number): number[] {
  const order = blocks.map((block, index) => ({ ...block, index })).sort((a, b) => a.y - b.y);
  const middles: number[] = [];
  let end = -Infinity;
  for (const { y, height, index } of order) {
    middles[index] = Math.max(y, end + height / 2);
    end = (middles[index] ?? y) + height / 2 + 2;
  }
  let start = bottom;
  for (const { height, index } of order.reverse()) {
    middles[index] = Math.min(middles[index] ?? 0, start - height / 2);
    start = (middles[index] ?? 0) - height / 2 - 2;
  }
  return middles;
}

/** The texts of lines across the page, in the margin at their end. */
function textsAside(drawing: Drawing, lines: readonly ReferenceLine[]): string {
  const { plane, aside } = drawing.layout;
  const { rightToLeft, height } = drawing.box;
  const blocks = lines.map((given) => {
    const texts = asideLines(given.label ?? '', aside + 0.5);
    return { texts, y: endsOf(drawing, given)[1].y, height: texts.length * noteSize * lineRatio };
  });
  const middles = movedApart(blocks, height);
  const x = plane.mirrored ? plane.x - 6 : plane.x + plane.width + 6;
  return lines
    .map((given, index) =>
      label(
        blocks[index]?.texts.join('\n') ?? '',
        { x, y: middles[index] ?? 0 },
        {
          size: noteSize,
          fill: colorOf(given),
          weight: 600,
          anchor: plane.mirrored ? 'end' : 'start',
          rightToLeft,
        },
      ),
    )
    .join('');
}

/** The text of a line across the page at one of its ends, above or below it, where nothing else stands. */
function textInside(drawing: Drawing, given: ReferenceLine): string {
  const { plane } = drawing.layout;
  const text = cutToWidth(given.label ?? '', noteSize, plane.width - 8, { bold: true });
  const [width, height] = [textWidth(text, noteSize, { bold: true }) + 4, noteSize * 1.2];
  const { y } = endsOf(drawing, given)[0];
  const [near, far] = [plane.x + 3, plane.x + plane.width - width - 3];
  const sides = plane.mirrored ? [near, far] : [far, near];
  const places = [y - height - 1.5, y + 1.5].flatMap((top) => sides.map((x) => ({ x, y: top, width, height })));
  const found = places[drawing.room.takeClearest(places)];
  return found ? onPaper(drawing, text.split('\n'), found, { fill: colorOf(given), weight: 600 }) : '';
}

/** Lines of text on a white ground, which keeps lines below it from crossing it. */
function onPaper(
  { box: { rightToLeft } }: Drawing,
  lines: readonly string[],
  rect: Rect,
  look: { readonly fill: string; readonly weight?: number },
): string {
  const at = { x: rightToLeft ? rect.x + rect.width - 2 : rect.x + 2, y: rect.y + rect.height / 2 };
  const anchor = rightToLeft ? ('end' as const) : ('start' as const);
  return box(rect, { fill: '#fff' }) + label(lines.join('\n'), at, { size: noteSize, anchor, rightToLeft, ...look });
}

/** The text of a line down the page, above the plane. */
function textAbove(drawing: Drawing, given: ReferenceLine, row: number): string {
  const { rightToLeft, width: all } = drawing.box;
  const text = given.label ?? '';
  const width = textWidth(text, noteSize, { bold: true });
  const { x, y } = endsOf(drawing, given)[drawing.layout.plane.horizontal ? 0 : 1];
  const middle = Math.min(Math.max(x, width / 2), Math.max(all - width / 2, width / 2));
  const top = (drawing.layout.plane.horizontal ? drawing.layout.plane.y : y) - 6 - row * noteSize * 1.4;
  drawing.room.take({ x: middle - width / 2, y: top - noteSize / 2, width, height: noteSize });
  return label(
    text,
    { x: middle, y: top },
    {
      size: noteSize,
      fill: colorOf(given),
      weight: 600,
      anchor: 'middle',
      rightToLeft,
    },
  );
}

/** The reference lines, dashed, and their texts. */
export function referenceLines(drawing: Drawing): Marks {
  const { chart, layout } = drawing;
  const all = chart.referenceLines ?? [];
  const marks = all.map((given) => {
    const [from, to] = endsOf(drawing, given);
    drawing.room.mark({
      x: Math.min(from.x, to.x) - 0.5,
      y: Math.min(from.y, to.y) - 0.5,
      width: Math.abs(to.x - from.x) + 1,
      height: Math.abs(to.y - from.y) + 1,
    });
    const dashed = { stroke: colorOf(given), 'stroke-width': 1, 'stroke-dasharray': '4 3' };
    const ground =
      chart.kind === 'scatter' ? '' : line([from, to], { stroke: '#fff', 'stroke-width': 2, 'stroke-opacity': 0.5 });
    return ground + line([from, to], dashed);
  });
  const named = all.filter(({ label: text }) => text !== undefined);
  const across = named.filter((given) => !runsDown(given, chart));
  const above = [...layout.rows].map(([index, row]) => {
    const given = all[index];
    return given ? textAbove(drawing, given, row) : '';
  });
  return {
    marks: marks.join(''),
    labels: () =>
      above.join('') +
      (layout.aside > 0 ? textsAside(drawing, across) : across.map((given) => textInside(drawing, given)).join('')),
  };
}

const widestNote = 170;
/** Distances of a text from its place, nearest first. */
const distances = [6, 14, 26];

/** Places of a text around its dot: beside, above and below it, then farther away. */
function aroundDot({ x, y }: Place, width: number, height: number): Rect[] {
  return distances.flatMap((away) => [
    { x: x + away, y: y - height / 2, width, height },
    { x: x - away - width, y: y - height / 2, width, height },
    { x: x - width / 2, y: y - away - height, width, height },
    { x: x + away * 0.6, y: y - away - height * 0.6, width, height },
    { x: x - away * 0.6 - width, y: y - away - height * 0.6, width, height },
    { x: x - width / 2, y: y + away, width, height },
    { x: x + away * 0.6, y: y + away - height * 0.4, width, height },
    { x: x - away * 0.6 - width, y: y + away - height * 0.4, width, height },
  ]);
}

/** The corner or side of a box that is next to a place. */
const nearest = (rect: Rect, { x, y }: Place): Place => ({
  x: Math.min(Math.max(x, rect.x), rect.x + rect.width),
  y: Math.min(Math.max(y, rect.y), rect.y + rect.height),
});

function annotation(drawing: Drawing, { x, y, text }: Annotation): Marks {
  const { axes } = drawing.layout;
  const along = drawing.along(axes.along.names ? axes.along.names.indexOf(String(x)) : Number(x));
  const at = drawing.place(along, drawing.across(y, axes.left));
  drawing.room.mark({ x: at.x - 3, y: at.y - 3, width: 6, height: 6 });
  const point = dot(at, 2.6, { fill: ink, stroke: '#fff', 'stroke-width': 0.8 });
  return { marks: point, labels: () => noteText(drawing, at, text) };
}

/** The text of an annotation around its dot, and a line to it where it is far. */
function noteText(drawing: Drawing, at: Place, text: string): string {
  const lines = wrapText(text, noteSize, widestNote, { maxLines: 4, bold: true });
  const width = Math.max(...lines.map((one) => textWidth(one, noteSize, { bold: true }))) + 4;
  const places = aroundDot(at, width, lines.length * noteSize * lineRatio + 1);
  const within = places.filter((place) => isInside(place, drawing.layout.plane));
  const found = within[drawing.room.takeClearest(within)] ?? places[drawing.room.takeClearest(places)];
  if (!found) return '';
  const to = nearest(found, at);
  const far = Math.hypot(to.x - at.x, to.y - at.y) > 10;
  return (
    (far ? line([at, to], { stroke: ink, 'stroke-width': 0.6 }) : '') +
    onPaper(drawing, lines, found, { fill: ink, weight: 600 })
  );
}

/** The annotations: a dot each, and a text beside it. */
export const annotations = (drawing: Drawing): Marks =>
  joined((drawing.chart.annotations ?? []).map((given) => annotation(drawing, given)));
