import { createHash } from 'node:crypto';
import { isRightToLeft } from '../../compose/direction.ts';
import { attributes } from '../../html/html.ts';
import { points } from '../../../input/length.ts';
import { wrapText } from '../../html/text-width.ts';
import type { Box } from './axes.ts';
import { categoryOption } from './cartesian.ts';
import { scatterOption } from './scatter.ts';
import { isRound, nameOf, slicesOf, type Chart } from './chart-params.ts';
import { describeChart } from './describe-chart.ts';
import { drawn } from './echarts.ts';
import { legend, type Entry } from './legend.ts';
import { shareNumbers } from './numbers.ts';
import { colorAt, ink, muted } from './palette.ts';
import { namesSlices, sliceColor, sliceOption } from './slices.ts';
import { round, textAt } from './svg-text.ts';

/** The surroundings of a chart in its document. */
export interface ChartPlace {
  /** BCP 47: language of numbers, and direction of the chart. */
  readonly lang: string;
  /** Available width in points. */
  readonly width: number;
}

const titleSize = 11;
const axisTitleSize = 8;

/** Size of the picture in points: as wide as available and about half as tall, unless given. */
function sizeOf({ width, height }: Chart, room: number): { readonly width: number; readonly height: number } {
  const wide = width === undefined ? room : Math.min(points(width), room);
  return { width: wide, height: height === undefined ? Math.min(Math.max(wide * 0.52, 150), 290) : points(height) };
}

function sliceEntries(chart: Chart, { lang, width }: Box): Entry[] {
  if (namesSlices(chart, width)) return [];
  const slices = slicesOf(chart);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const write = shareNumbers(lang, 1);
  return slices.map(({ name, value }, index) => ({
    name: `${name} ${write(total > 0 ? value / total : 0)}`,
    mark: 'area',
    index,
    color: sliceColor(index, slices.length),
  }));
}

/** Entries of the legend: none for a single series, or where slices are named beside the pie. */
function entriesOf(chart: Chart, box: Box): Entry[] {
  if (isRound(chart.kind)) return sliceEntries(chart, box);
  if (chart.series.length === 1) return [];
  const markOf = (kind: string): Entry['mark'] => (kind === 'line' ? 'line' : kind === 'scatter' ? 'point' : 'area');
  return chart.series.map((series, index) => ({
    name: nameOf(series, index),
    mark: markOf(series.kind ?? chart.kind),
    index,
    color: colorAt(index),
  }));
}

/** Title, legend and title of the vertical axis, from the top down: their elements and their height. */
function head(chart: Chart, box: Box): { readonly svg: string; readonly height: number } {
  const { width, height, rightToLeft } = box;
  const start = rightToLeft ? width : 0;
  let [svg, y] = ['', 0];
  for (const line of chart.title === undefined
    ? []
    : wrapText(chart.title, titleSize, width, { maxLines: 3, bold: true })) {
    y += titleSize * 1.3;
    svg += textAt(line, start, y - 2, { size: titleSize, fill: ink, weight: 600, rightToLeft });
  }
  if (svg !== '') y += 6;
  const entries = entriesOf(chart, box);
  if (entries.length > 0) {
    const block = legend(entries, {
      width,
      top: y,
      rightToLeft,
      maxRows: Math.max(1, Math.floor((height * 0.4 - y) / 14)),
    });
    svg += block.svg;
    y += block.height;
  }
  if (chart.yTitle === undefined || isRound(chart.kind)) return { svg, height: y };
  return {
    svg:
      svg +
      textAt(wrapText(chart.yTitle, axisTitleSize, width, { maxLines: 1 })[0] ?? '', start, y + 8, {
        size: axisTitleSize,
        fill: muted,
        rightToLeft,
      }),
    height: y + 13,
  };
}

/** Title of the horizontal axis, at the bottom. */
function foot(
  { xTitle, kind }: Chart,
  { width, height, rightToLeft }: Box,
): { readonly svg: string; readonly height: number } {
  if (xTitle === undefined || isRound(kind)) return { svg: '', height: 0 };
  return {
    svg: textAt(wrapText(xTitle, axisTitleSize, width, { maxLines: 1 })[0] ?? '', width / 2, height - 2.5, {
      size: axisTitleSize,
      fill: muted,
      anchor: 'middle',
      rightToLeft,
    }),
    height: 13,
  };
}

function optionOf(chart: Chart, box: Box) {
  if (isRound(chart.kind)) return sliceOption(chart, box);
  return chart.kind === 'scatter' ? scatterOption(chart, box) : categoryOption(chart, box);
}

/** Prefix of the names in this chart: equal charts have equal names. */
const idOf = (chart: Chart) => `chart-${createHash('sha256').update(JSON.stringify(chart)).digest('hex').slice(0, 10)}`;

/**
 * A chart as SVG with its text alternative. Equal input gives equal bytes. The chart must have passed `checkSeries` and
 * `checkChart`.
 */
export function chartSvg(chart: Chart, place: ChartPlace): string {
  const rightToLeft = isRightToLeft(place.lang);
  const box: Box = { ...sizeOf(chart, place.width), lang: place.lang, rightToLeft };
  const [above, below] = [head(chart, box), foot(chart, box)];
  const plot = { ...box, height: Math.max(box.height - above.height - below.height, 20) };
  const plotted = drawn(optionOf(chart, plot), { width: plot.width, height: plot.height, id: idOf(chart) });
  const alt = chart.alt ?? describeChart(chart, place.lang);
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
    `text-rendering="geometricPrecision">${above.svg}<g transform="translate(0 ` +
    `${round(above.height)})">${plotted}</g>${below.svg}</svg>`
  );
}
