import type { Box } from './axes.ts';
import { hasBoxOfSeries, isRound, nameOf, slicesOf, type Chart, type LegendPlace } from './chart-params.ts';
import { legend, legendColumn, type Entry } from './legend.ts';
import { shareNumbers } from './numbers.ts';
import { colorAt } from './palette.ts';
import { heatKey } from './plot/marks/heat-colors.ts';
import { labelsSlices, namesSlices, sliceColor, sliceLabels } from './slices.ts';
import { round } from './svg-text.ts';

/** A legend, and the sides that it takes from the chart. */
export interface LegendBlock {
  readonly place: Exclude<LegendPlace, 'none'>;
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

function sliceEntries(chart: Chart, { lang, width, palette }: Box): Entry[] {
  if (namesSlices(chart, width)) return [];
  const slices = slicesOf(chart);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const write = shareNumbers(lang, 1);
  const labelOf = sliceLabels(chart, lang, (value) => write(total > 0 ? value / total : 0));
  return slices.map(({ name, value }, index) => ({
    name: labelsSlices(chart, width) ? name : labelOf(name, value),
    mark: 'area',
    index,
    color: sliceColor(chart, index, palette),
  }));
}

const unnamed: readonly Chart['kind'][] = ['waterfall', 'heatmap', 'gauge'];

/** Entries of the legend: none for a single series unless the request wants one, or where names stand beside marks. */
function entriesOf(chart: Chart, box: Box): Entry[] {
  if (isRound(chart.kind)) return sliceEntries(chart, box);
  if (unnamed.includes(chart.kind) || hasBoxOfSeries(chart)) return [];
  if (chart.series.length === 1 && (chart.legend === undefined || chart.series[0]?.name === undefined)) return [];
  const markOf = (kind: string): Entry['mark'] => (kind === 'line' ? 'line' : kind === 'scatter' ? 'point' : 'area');
  return chart.series.map((series, index) => ({
    name: nameOf(series, index),
    mark: markOf(series.kind ?? chart.kind),
    index,
    color: series.color ?? colorAt(index, box.palette),
  }));
}

/** Share of the width that a legend at a side takes at most, and of the height that one in rows does. */
const widestShare = 0.3;
const highestShare = 0.4;

/** The legend of a chart in a box; `top` is the height of its title. `null` where it has none. */
export function legendOf(chart: Chart, box: Box, top: number): LegendBlock | null {
  const place = chart.legend ?? 'top';
  if (place === 'none') return null;
  const upright = place === 'left' || place === 'right';
  if (chart.kind === 'heatmap') {
    const key = heatKey(chart, box, upright);
    return { place, ...key, height: upright ? key.height : key.height + 6 };
  }
  const entries = entriesOf(chart, box);
  if (entries.length === 0) return null;
  const { width, height, rightToLeft } = box;
  if (upright)
    return { place, ...legendColumn(entries, { width: width * widestShare, height: height - top, rightToLeft }) };
  const maxRows = Math.max(1, Math.floor((height * highestShare - top) / 14));
  const rows = legend(entries, { width, top: place === 'top' ? top : 0, rightToLeft, maxRows });
  return { place, width, ...rows };
}

const gap = 14;

/** What a legend takes from each side of its chart. */
export function taken(block: LegendBlock | null): { left: number; right: number; top: number; bottom: number } {
  const side = block ? block.width + gap : 0;
  return {
    left: block?.place === 'left' ? side : 0,
    right: block?.place === 'right' ? side : 0,
    top: block?.place === 'top' ? block.height : 0,
    bottom: block?.place === 'bottom' ? block.height : 0,
  };
}

/** The elements of a legend at its place in the box, below a title of `top` points. */
export function placed(block: LegendBlock | null, chart: Chart, box: Box, top: number): string {
  if (!block) return '';
  const { place, svg, width, height } = block;
  if (place === 'top' && chart.kind !== 'heatmap') return svg;
  const [x, y] = {
    top: [box.rightToLeft ? box.width - width : 0, top],
    bottom: [chart.kind === 'heatmap' && box.rightToLeft ? box.width - width : 0, box.height - height + 5],
    left: [0, top + Math.max((box.height - top - height) / 2 - 4, 0)],
    right: [box.width - width, top + Math.max((box.height - top - height) / 2 - 4, 0)],
  }[place] as [number, number];
  return `<g transform="translate(${round(x)} ${round(y)})">${svg}</g>`;
}
