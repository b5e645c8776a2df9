import { textWidth } from '../../../html/text-width.ts';
import { labelSize } from '../axes.ts';
import { muted, rule } from '../palette.ts';
import { wrapText } from '../../../html/text-width.ts';
import type { Drawing } from './drawing.ts';
import type { NameLines } from './margins.ts';
import { depthOf, lengthOf } from './plane.ts';
import type { ValueAxis } from './scales.ts';
import { label, line } from './shapes.ts';

const axisTitleSize = 8;
const grid = { stroke: rule, 'stroke-width': 0.5 };
const strong = { stroke: muted, 'stroke-width': 0.75 };

/** The lines across the plane at the labels of the axis of values, and of numbers along it. */
export function gridLines(drawing: Drawing): string {
  const { plane, axes } = drawing.layout;
  const values = axes.left.scale.ticks.map((tick) => {
    const across = drawing.across(tick, axes.left);
    if (!hasAreas(drawing)) drawing.room.rule(drawing.boxBetween([0, lengthOf(plane)], [across - 0.3, across + 0.3]));
    return line([drawing.place(0, across), drawing.place(lengthOf(plane), across)], grid);
  });
  const numbers = drawing.chart.kind === 'scatter' ? (axes.along.scale?.ticks ?? []) : [];
  const along = numbers.map((tick) =>
    line([drawing.place(drawing.along(tick), 0), drawing.place(drawing.along(tick), depthOf(plane))], grid),
  );
  return [...values, ...along].join('');
}

/** Areas hide grid lines, so texts on them need no ground. */
const hasAreas = ({ chart }: Drawing) => chart.series.some(({ kind = chart.kind }) => kind === 'area');

/** The line at zero, or at the end of the axis that is next to it; of points, the line of the y axis too. */
export function baseLines(drawing: Drawing): string {
  const { plane, axes } = drawing.layout;
  const zero = drawing.chart.kind === 'scatter' || drawing.chart.kind === 'boxplot' ? 0 : drawing.across(0, axes.left);
  const base = line([drawing.place(0, zero), drawing.place(lengthOf(plane), zero)], strong);
  if (drawing.chart.kind !== 'scatter') return base;
  return base + line([drawing.place(0, 0), drawing.place(0, depthOf(plane))], strong);
}

/** Every nth label, so that no two meet. `sizes` are their lengths along the axis, `places` their middles. */
function shownOf(sizes: readonly number[], places: readonly number[]): (index: number) => boolean {
  const fits = (every: number) => {
    let end = -Infinity;
    return places.every((place, index) => {
      if (index % every !== 0) return true;
      const half = (sizes[index] ?? 0) / 2;
      const free = place - half >= end;
      end = place + half + 1;
      return free;
    });
  };
  const every = Array.from({ length: places.length }, (_, index) => index + 1).find(fits) ?? 1;
  return (index) => index % every === 0;
}

/** The labels of an axis of values: of the second one at its other side. */
function valueTexts(drawing: Drawing, axis: ValueAxis, second: boolean): string {
  const { plane } = drawing.layout;
  const { rightToLeft } = drawing.box;
  const places = axis.scale.ticks.map((tick) => drawing.across(tick, axis));
  const sizes = axis.texts.map((text) => (plane.horizontal ? textWidth(text, labelSize) + 4 : labelSize * 1.1));
  const shows = shownOf(sizes, places);
  const from = second ? lengthOf(plane) : 0;
  return axis.texts
    .map((text, index) => {
      if (!shows(index)) return '';
      const { x, y } = drawing.place(from, places[index] ?? 0);
      if (plane.horizontal) {
        const top = second ? plane.y - 9 : plane.y + plane.height + 10;
        return label(text, { x, y: top }, { size: labelSize, anchor: 'middle', rightToLeft });
      }
      const right = second !== plane.mirrored;
      return label(
        text,
        { x: right ? x + 6 : x - 6, y },
        {
          size: labelSize,
          anchor: right ? 'start' : 'end',
          rightToLeft,
        },
      );
    })
    .join('');
}

/** The numbers below the plane. */
function numberTexts(drawing: Drawing): string {
  const { plane, axes } = drawing.layout;
  const { scale, texts } = axes.along;
  const places = (scale?.ticks ?? []).map((tick) => drawing.along(tick));
  const shows = shownOf(
    texts.map((text) => textWidth(text, labelSize) + 6),
    places,
  );
  return texts
    .map((text, index) => {
      if (!shows(index)) return '';
      const { x } = drawing.place(places[index] ?? 0, 0);
      return label(text, { x, y: plane.y + plane.height + 10.5 }, { size: labelSize, anchor: 'middle' });
    })
    .join('');
}

/**
 * Where lying names stand below the plane, by their index: those that would pass an edge of the chart are moved inwards,
 * or left out where they then meet another.
 */
function namePlaces(drawing: Drawing, names: NameLines): ReadonlyMap<number, number> {
  const all = names.lines.flatMap((text, index) => {
    if (text === '' || !names.shows(index)) return [];
    const half = Math.max(...text.split('\n').map((line) => textWidth(line, names.size))) / 2;
    const { x } = drawing.place(drawing.along(index), 0);
    return [
      {
        index,
        half,
        x: Math.max(half, Math.min(x, drawing.box.width - half)),
        isMoved: x < half || x > drawing.box.width - half,
      },
    ];
  });
  const fixed = all.filter(({ isMoved }) => !isMoved);
  const isFree = ({ x, half }: (typeof all)[number]) => fixed.every((one) => Math.abs(one.x - x) > one.half + half);
  return new Map(all.filter((one) => !one.isMoved || isFree(one)).map(({ index, x }) => [index, x]));
}

/** The names of categories: below the plane, in lines or turned, or beside it. */
function nameTexts(drawing: Drawing): string {
  const { plane, names, before } = drawing.layout;
  const { rightToLeft } = drawing.box;
  if (!names) return '';
  const lying = plane.horizontal || ('rotate' in names && names.rotate > 0) ? undefined : namePlaces(drawing, names);
  return names.lines
    .map((text, index) => {
      if (text === '' || !names.shows(index)) return '';
      const { x, y } = drawing.place(drawing.along(index), 0);
      if (plane.horizontal) {
        const side = plane.mirrored ? plane.x + plane.width + before + 7 : plane.x - before - 7;
        return label(text, { x: side, y }, { size: names.size, anchor: plane.mirrored ? 'start' : 'end', rightToLeft });
      }
      const rotate = 'rotate' in names ? names.rotate : 0;
      const below = plane.y + plane.height + before + 7;
      if (lying !== undefined) {
        const at = lying.get(index);
        if (at === undefined) return '';
        const lines = text.split('\n').length;
        const middle = below + (lines * names.size * 1.25) / 2 - names.size * 0.12;
        return label(text, { x: at, y: middle }, { size: names.size, anchor: 'middle', rightToLeft });
      }
      return label(text, { x, y: below }, { size: names.size, anchor: 'end', turn: -rotate, rightToLeft });
    })
    .join('');
}

/** The labels of all axes. */
export function axisTexts(drawing: Drawing): string {
  const { along, left, right } = drawing.layout.axes;
  return (
    valueTexts(drawing, left, false) +
    (right ? valueTexts(drawing, right, true) : '') +
    (along.names ? nameTexts(drawing) : numberTexts(drawing))
  );
}

/** The titles of the axes: those that stand upright above the plot, at its ends; the one that lies below it. */
export function axisTitles({ chart, box, layout }: Drawing): string {
  const { xAxis, xTitle, yAxis, yTitle, y2Axis, horizontal = false } = chart;
  const [x, y] = [xAxis?.title ?? xTitle, yAxis?.title ?? yTitle];
  const { width, height, rightToLeft } = box;
  const at = (text: string | undefined, where: 'start' | 'middle' | 'end') => {
    if (text === undefined) return '';
    const cut = wrapText(text, axisTitleSize, where === 'middle' ? width : width * 0.48, { maxLines: 1 })[0] ?? '';
    const side = (where === 'end') !== rightToLeft ? width : 0;
    return where === 'middle'
      ? label(
          cut,
          { x: layout.plane.x + layout.plane.width / 2, y: height - 5.5 },
          {
            size: axisTitleSize,
            anchor: 'middle',
            rightToLeft,
          },
        )
      : label(cut, { x: side, y: 5 }, { size: axisTitleSize, anchor: side === 0 ? 'start' : 'end', rightToLeft });
  };
  return horizontal
    ? at(x, 'start') + at(y2Axis?.title, 'end') + at(y, 'middle')
    : at(y, 'start') + at(y2Axis?.title, 'end') + at(x, 'middle');
}
