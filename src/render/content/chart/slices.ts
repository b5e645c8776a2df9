import type { EChartsOption } from 'echarts';
import { textWidth, wrapText } from '../../html/text-width.ts';
import type { Box } from './axes.ts';
import { slicesOf, type Chart } from './chart-params.ts';
import { plainNumbers, shareNumbers } from './numbers.ts';
import { colorAt, ink, rule, type Palette } from './palette.ts';
import { inDirection } from './svg-text.ts';

/** With more slices, or in a narrow chart, slices are named in a legend rather than beside the pie. */
const maxNamed = 10;
const narrow = 250;
/** Without a legend there is no other place for names, so that more of them stand beside the pie. */
const maxNamedAlone = 24;
const isFew = (chart: Chart) => slicesOf(chart).length <= (chart.legend === 'none' ? maxNamedAlone : maxNamed);
/** True where the names of slices stand beside the pie, rather than in a legend. `width` is in points. */
export const namesSlices = (chart: Chart, width: number): boolean =>
  (chart.legend === undefined || chart.legend === 'none') && width >= narrow && isFew(chart);
/** True where texts stand beside the pie at all. */
export const labelsSlices = (chart: Chart, width: number) =>
  namesSlices(chart, width) ||
  (chart.legend !== 'none' && chart.legend !== undefined && slicesOf(chart).length <= maxNamed);

const labelSize = 8.5;
const smallestShare = 0.004;

/** The colour of a slice: of its own series, else of the palette. The last slice is next to the first. */
export function sliceColor({ series }: Chart, index: number, palette: Palette): string {
  const own = series.length > 1 ? series[index]?.color : undefined;
  const last = index > 0 && index === slicesCount(series) - 1;
  const color = colorAt(index, palette);
  return own ?? (last && color === colorAt(0, palette) ? colorAt(index + (palette ? 1 : 3), palette) : color);
}

const slicesCount = (series: Chart['series']) => (series.length > 1 ? series.length : (series[0]?.data.length ?? 0));

/** What is written of a slice: its name unless `null`, its value with `valueLabels`, and its share. */
export function sliceLabels(
  { format, valueLabels }: Chart,
  lang: string,
  shareOf: (value: number) => string,
): (name: string | null, value: number) => string {
  const plain = plainNumbers({ format, lang });
  return (name, value) => {
    const number = valueLabels === true ? `${plain(value)} (${shareOf(value)})` : shareOf(value);
    return name === null ? number : `${name}${valueLabels === true ? ':' : ''} ${number}`;
  };
}

/** Name and share of a slice, on one line where it fits. */
function labels(chart: Chart, { lang, rightToLeft }: Box, width: number): readonly string[] {
  const slices = slicesOf(chart);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const write = shareNumbers(lang, total > 0 && slices.some(({ value }) => value > 0 && value / total < 0.01) ? 1 : 0);
  const named = chart.legend === undefined || chart.legend === 'none';
  const labelOf = sliceLabels(chart, lang, (value) => write(total > 0 ? value / total : 0));
  return slices.map(({ name, value }) =>
    wrapText(labelOf(named ? name : null, value), labelSize, width, { maxLines: 2 })
      .map((line) => inDirection(line, rightToLeft))
      .join('\n'),
  );
}

/** Slices of a pie or a donut, clockwise from the top, each named beside it unless there are many. */
export function sliceOption(chart: Chart, box: Box): EChartsOption {
  const slices = slicesOf(chart);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const named = labelsSlices(chart, box.width);
  const radius = Math.max(Math.min(box.height / 2 - (named ? 22 : 4), box.width / (named ? 4.2 : 2) - 4), 12);
  const text = labels(chart, box, Math.max(box.width / 2 - radius - 26, textWidth('…', labelSize)));
  const inner = chart.kind === 'donut' ? radius * 0.58 : 0;
  const data = slices.map(({ name, value }, index) => ({
    name,
    value,
    itemStyle: { color: sliceColor(chart, index, box.palette) },
    label: { show: named && value / total >= smallestShare },
    labelLine: { show: named && value / total >= smallestShare },
  }));
  return {
    series: [
      {
        type: 'pie',
        radius: [inner, radius],
        center: ['50%', '50%'],
        data:
          total > 0
            ? data
            : [{ value: 1, itemStyle: { color: rule }, label: { show: false }, labelLine: { show: false } }],
        itemStyle: { borderColor: '#fff', borderWidth: slices.length > 1 ? 1 : 0 },
        label: {
          fontSize: labelSize,
          color: ink,
          lineHeight: labelSize * 1.3,
          formatter: ({ dataIndex }) => text[dataIndex] ?? '',
        },
        labelLine: { length: 10, length2: 8, lineStyle: { color: '#8c96a1', width: 0.6 } },
        labelLayout: { hideOverlap: false },
        avoidLabelOverlap: true,
        silent: true,
      },
    ],
  };
}
