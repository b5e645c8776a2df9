import { createHash } from 'node:crypto';
import { isRightToLeft } from '../../compose/direction.ts';
import { attributes } from '../../html/html.ts';
import { points } from '../../../input/length.ts';
import { wrapText } from '../../html/text-width.ts';
import type { Box } from './axes.ts';
import { categoryOption } from './cartesian.ts';
import { legendOf, placed, taken } from './chart-legend.ts';
import { categoriesOf, isRound, type Chart } from './chart-params.ts';
import { describeChart } from './describe-chart.ts';
import { drawn } from './echarts.ts';
import { isPlot } from './kinds.ts';
import { ink, muted, type Palette } from './palette.ts';
import { plot } from './plot/plot.ts';
import { scatterOption } from './scatter.ts';
import { sliceOption } from './slices.ts';
import { round, textAt } from './svg-text.ts';

/** The surroundings of a chart in its document. */
export interface ChartPlace {
  /** BCP 47: language of numbers, and direction of the chart. */
  readonly lang: string;
  /** Available width in points. */
  readonly width: number;
  /** Colours of the document. */
  readonly palette?: Palette;
}

const titleSize = 11;
const axisTitleSize = 8;

/** Points that a row of a chart with rows needs, and what stands above and below them. */
const rowHeight = { horizontal: 26, heatmap: 22 };
const aroundRows = 70;

/** Height of a chart that states none: about half its width, or as tall as its rows need. */
function usualHeight(chart: Chart, width: number): number {
  const usual = Math.min(Math.max(width * 0.52, 150), 290);
  const clamp = (height: number) => Math.min(Math.max(height, 150), 640);
  if (chart.kind === 'heatmap') return clamp(chart.series.length * rowHeight.heatmap + aroundRows);
  if (chart.kind === 'gauge') return Math.min((width / chart.series.length) * 0.36, 100) + aroundRows;
  if (chart.horizontal !== true) return usual;
  const bars = chart.stacked === true || chart.kind !== 'bar' ? 1 : chart.series.length;
  return clamp(categoriesOf(chart).length * (rowHeight.horizontal + (bars - 1) * 12) + aroundRows);
}

/** Size of the picture in points: as wide as available, unless given. */
function sizeOf(chart: Chart, room: number): { readonly width: number; readonly height: number } {
  const width = chart.width === undefined ? room : Math.min(points(chart.width), room);
  return { width, height: chart.height === undefined ? usualHeight(chart, width) : points(chart.height) };
}

/** Elements in coordinates of the whole chart, and the height that they take. */
interface Strip {
  readonly svg: string;
  readonly height: number;
}

/** A box at its place in the chart. */
interface Frame extends Box {
  readonly x: number;
  readonly y: number;
}

/** The title, at the top. */
function titleOf({ title }: Chart, { width, rightToLeft }: Box): Strip {
  let [svg, y] = ['', 0];
  for (const line of title === undefined ? [] : wrapText(title, titleSize, width, { maxLines: 3, bold: true })) {
    y += titleSize * 1.3;
    svg += textAt(line, rightToLeft ? width : 0, y - 2, { size: titleSize, fill: ink, weight: 600, rightToLeft });
  }
  return { svg, height: svg === '' ? 0 : y + 6 };
}

const axisTitle = (text: string, width: number) => wrapText(text, axisTitleSize, width, { maxLines: 1 })[0] ?? '';
const quiet = { size: axisTitleSize, fill: muted };
const none: Strip = { svg: '', height: 0 };

/** Title of the vertical axis, above it. */
function sideTitle({ yTitle, kind }: Chart, { x, y, width, rightToLeft }: Frame): Strip {
  if (yTitle === undefined || isRound(kind)) return none;
  const start = rightToLeft ? x + width : x;
  return { svg: textAt(axisTitle(yTitle, width), start, y + 8, { ...quiet, rightToLeft }), height: 13 };
}

/** Title of the horizontal axis, at the bottom. */
function foot({ xTitle, kind }: Chart, { x, y, width, height, rightToLeft }: Frame): Strip {
  if (xTitle === undefined || isRound(kind)) return none;
  const style = { ...quiet, anchor: 'middle' as const, rightToLeft };
  return { svg: textAt(axisTitle(xTitle, width), x + width / 2, y + height - 2.5, style), height: 13 };
}

function optionOf(chart: Chart, box: Box) {
  if (isRound(chart.kind)) return sliceOption(chart, box);
  return chart.kind === 'scatter' ? scatterOption(chart, box) : categoryOption(chart, box);
}

/** Prefix of the names in this chart: equal charts have equal names. */
const idOf = (chart: Chart) => `chart-${createHash('sha256').update(JSON.stringify(chart)).digest('hex').slice(0, 10)}`;

const group = (x: number, y: number, svg: string) => `<g transform="translate(${round(x)} ${round(y)})">${svg}</g>`;

/** The marks of a chart, its axes and their titles. */
function content(chart: Chart, frame: Frame): string {
  if (isPlot(chart)) return group(frame.x, frame.y, plot(chart, frame));
  const [above, below] = [sideTitle(chart, frame), foot(chart, frame)];
  const box = { ...frame, height: Math.max(frame.height - above.height - below.height, 20) };
  const plotted = drawn(optionOf(chart, box), { width: box.width, height: box.height, id: idOf(chart) });
  return above.svg + group(frame.x, frame.y + above.height, plotted) + below.svg;
}

/** The frame between the title and the legend. */
function frameOf(box: Box, top: number, sides: ReturnType<typeof taken>): Frame {
  return {
    ...box,
    x: sides.left,
    y: top + sides.top,
    width: Math.max(box.width - sides.left - sides.right, 40),
    height: Math.max(box.height - top - sides.top - sides.bottom, 20),
  };
}

/**
 * A chart as SVG with its text alternative. Equal input gives equal bytes. The chart must have passed `checkSeries` and
 * `checkChart`.
 */
export function chartSvg(chart: Chart, { lang, width, palette }: ChartPlace): string {
  const rightToLeft = isRightToLeft(lang);
  const box: Box = { ...sizeOf(chart, width), lang, rightToLeft, palette };
  const title = titleOf(chart, box);
  const legend = legendOf(chart, box, title.height);
  const inner = content(chart, frameOf(box, title.height, taken(legend)));
  const alt = chart.alt ?? describeChart(chart, lang);
  const named = alt === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': alt };
  const size = {
    width: `${round(box.width)}pt`,
    height: `${round(box.height)}pt`,
    viewBox: `0 0 ${round(box.width)} ${round(box.height)}`,
  };
  return (
    '<svg' +
    attributes({
      xmlns: 'http://www.w3.org/2000/svg',
      ...named,
      class: 'chart-svg',
      ...size,
      style: 'direction:ltr;font-family:var(--sans);line-height:1',
    }) +
    ' ' +
    `text-rendering="geometricPrecision">${title.svg}${placed(legend, chart, box, title.height)}${inner}</svg>`
  );
}
