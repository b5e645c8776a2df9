import { textWidth, wrapText } from '../../../html/text-width.ts';
import { labelSize, type Box } from '../axes.ts';
import { categoryLabels, type CategoryLabels } from '../category-labels.ts';
import type { Chart, ReferenceLine } from '../chart-params.ts';
import type { Plane } from './plane.ts';
import type { Axes, ValueAxis } from './scales.ts';
import { shareOf } from './scale.ts';
import { lineRatio, type Rect } from './shapes.ts';

/** Type size of labels of values, reference lines and annotations. */
export const noteSize = 8;
/** Type sizes of names: the first at which they stand side by side or in lines. */
export const nameSizes: readonly number[] = [labelSize, 7.75, 7];
const titleHeight = 13;
/** Points between the plane and its labels. */
export const gap = 6;

/** A name of a category or of a row, in lines. */
export interface NameLines {
  readonly lines: readonly string[];
  readonly size: number;
  readonly shows: (index: number) => boolean;
}

/** How labels of values are set. */
export interface ValueLabelStyle {
  /** True where labels stand upright, because bars are narrower than their labels. */
  readonly turned: boolean;
  /** Points that a label needs beyond its bar. */
  readonly room: number;
}

/** The plane of a plot, and what its margins hold. */
export interface Layout {
  readonly plane: Plane;
  readonly axes: Axes;
  readonly names: CategoryLabels | NameLines | null;
  readonly labels: ValueLabelStyle;
  /** Width of the texts of reference lines beside the plane; 0 where they stand inside. */
  readonly aside: number;
  /** Points between the plane and the names, for labels of negative values. */
  readonly before: number;
  /** Where labels of values and notes may stand. */
  readonly texts: Rect;
  /** Rows of texts of reference lines above the plane, by the index of the line. */
  readonly rows: ReadonlyMap<number, number>;
}

const widest = (texts: readonly string[], size: number) => Math.max(0, ...texts.map((text) => textWidth(text, size)));
/** Points beside the plane that the labels of an axis need. */
export const besideWidth = (axis: ValueAxis | null) =>
  axis && axis.texts.length > 0 ? widest(axis.texts, labelSize) + gap + 2 : 0;

/** True for a line that runs down the page: its text stands above the plane. */
export const runsDown = ({ axis = 'y' }: ReferenceLine, { horizontal = false }: Chart): boolean =>
  (axis === 'x') !== horizontal;

/** The text of a reference line beside the plane, in lines. */
export const asideLines = (text: string, width: number): string[] =>
  wrapText(text, noteSize, width, { maxLines: 3, bold: true });

/** Width of the texts of reference lines beside the plane; 0 where they stand inside. */
export function asideWidth(chart: Chart, box: Box, axes: Axes): number {
  if (axes.right && chart.horizontal !== true) return 0;
  const most = Math.min(box.width * 0.22, 110);
  const texts = (chart.referenceLines ?? []).filter((line) => !runsDown(line, chart)).map(({ label = '' }) => label);
  return Math.max(
    0,
    ...texts.flatMap((text) => asideLines(text, most).map((one) => textWidth(one, noteSize, { bold: true }))),
  );
}

/** The names beside a plot whose categories run down the page. */
export function namesBeside(
  names: readonly string[],
  band: number,
  width: number,
): NameLines & { readonly width: number } {
  const size = Math.min(labelSize, Math.max(band, 6));
  const maxLines = Math.max(1, Math.min(3, Math.floor(band / (size * lineRatio))));
  const lines = names.map((name) => wrapText(name, size, width, { maxLines }));
  const every = Math.ceil((size * 1.05) / band);
  return {
    size,
    lines: lines.map((one) => one.join('\n')),
    shows: (index) => index % every === 0,
    width: Math.max(0, ...lines.flatMap((one) => one.map((text) => textWidth(text, size)))),
  };
}

/** Every nth name, as many as the request wants labels. */
function thinned(
  names: readonly string[],
  wanted: number,
  labels: (some: readonly string[], every: number) => CategoryLabels,
) {
  const every = Math.max(Math.ceil(names.length / wanted), 1);
  const some = labels(
    names.filter((_, index) => index % every === 0),
    every,
  );
  return {
    ...some,
    lines: names.map((_, index) => (index % every === 0 ? (some.lines[index / every] ?? '') : '')),
    shows: (index: number) => index % every === 0 && some.shows(index / every),
  };
}

/** The names below a plot. They leave the plot most of its height. */
export function namesBelow(
  { xAxis = {} }: Chart,
  names: readonly string[],
  band: number,
  height: number,
): CategoryLabels {
  const wanted = typeof xAxis.ticks === 'number' ? xAxis.ticks : names.length;
  if (wanted === 0) return { size: labelSize, rotate: 0, lines: [], height: 0, shows: () => false };
  return thinned(names, wanted, (some, every) =>
    categoryLabels(some, band * every, { deepest: height * 0.4, sizes: nameSizes }),
  );
}

/** The share of each axis at which its largest, or its smallest, value stands. */
export const largestShare = (axes: Axes, pick: (values: readonly number[]) => number) =>
  [axes.left, ...(axes.right ? [axes.right] : [])]
    .filter(({ values }) => values.length > 0)
    .map(({ scale, values }) => Math.min(Math.max(shareOf(scale, pick(values)), 0), 1));
/** The largest number of a list of any length. */
export const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
/** The smallest number of a list of any length. */
export const fewest = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);

/** How labels of values are set where a bar has `pitch` points, and what room they need. */
export function valueLabels(chart: Chart, axes: Axes, pitch: number): ValueLabelStyle {
  const inside = chart.stacked === true || chart.kind === 'boxplot';
  if (chart.valueLabels !== true || inside) return { turned: false, room: 0 };
  const texts = [axes.left, ...(axes.right ? [axes.right] : [])].flatMap(({ values, write }) =>
    values.slice(0, 500).map(write),
  );
  const width = widest(texts, noteSize) + (chart.kind === 'waterfall' ? noteSize * 0.7 : 0);
  if (chart.horizontal === true) return { turned: false, room: width + gap };
  const turned = width + 1 > pitch && pitch > noteSize;
  return { turned, room: (turned ? width : noteSize) + 4 };
}

/** Rows above the plane in which no two texts of lines meet. */
export function rowsAbove(chart: Chart, axes: Axes, plane: Plane): Map<number, number> {
  const ends: number[] = [];
  const rows = new Map<number, number>();
  const lines = (chart.referenceLines ?? []).map((line, index) => ({ line, index, x: xOf(line, axes, plane) }));
  for (const { line, index, x } of lines.sort((a, b) => a.x - b.x)) {
    if (line.label === undefined || !runsDown(line, chart)) continue;
    const half = textWidth(line.label, noteSize, { bold: true }) / 2;
    const from = Math.max(x - half, 0);
    const free = ends.findIndex((end) => end < from);
    const row = free < 0 ? ends.length : free;
    ends[row] = from + 2 * half + gap;
    rows.set(index, row);
  }
  return rows;
}

/** The share of its axis at which a reference line stands. */
export function lineShare({ axis = 'y', value }: ReferenceLine, { along, left, right }: Axes): number {
  if (axis === 'x') return along.share(along.names ? along.names.indexOf(String(value)) : Number(value));
  return shareOf((axis === 'y2' ? (right ?? left) : left).scale, Number(value));
}

const xOf = (line: ReferenceLine, axes: Axes, { x, width, mirrored }: Plane) => {
  const share = lineShare(line, axes);
  return x + width * (mirrored ? 1 - share : share);
};

/** Space above and below what stands beside the plane. */
export function titleRoom({ horizontal, xAxis, xTitle, yAxis, yTitle, y2Axis }: Chart) {
  const [x, y] = [xAxis?.title ?? xTitle, yAxis?.title ?? yTitle];
  const above = horizontal === true ? [x, y2Axis?.title] : [y, y2Axis?.title];
  return {
    above: above.some((title) => title !== undefined) ? titleHeight : 0,
    below: (horizontal === true ? y : x) === undefined ? 0 : titleHeight,
  };
}
