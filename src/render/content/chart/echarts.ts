import { createRequire } from 'node:module';
import type * as ECharts from 'echarts';
import { textWidth } from '../../html/text-width.ts';

const require = createRequire(import.meta.url);

let library: typeof ECharts | undefined;

/**
 * Loaded with the first chart of a thread. This build has the common charts in one file, which loads in a third of the
 * time of single modules (measured, 6.1.0: 50 ms). Texts are measured in the fonts of the service.
 */
function echarts(): typeof ECharts {
  if (library) return library;
  library = require('echarts/dist/echarts.common.min.js') as typeof ECharts;
  library.setPlatformAPI({
    measureText: (text, font = '') => ({
      width: textWidth(text, Number(/(?<![\d.])([\d.]+)px/.exec(font)?.[1] ?? 12)),
    }),
  });
  return library;
}

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The parts of a CSS colour on white paper; `null` where it has a form that ECharts does not know. */
export function rgbOf(color: string): Rgb | null {
  const parsed = echarts().color.parse(color) as number[] | undefined;
  if (!parsed || parsed.length < 3) return null;
  const [r = 0, g = 0, b = 0, opacity = 1] = parsed;
  const onPaper = (part: number) => part * opacity + 255 * (1 - opacity);
  return [onPaper(r), onPaper(g), onPaper(b)];
}

/**
 * Attributes for pointers and scripts, whose names contain a counter that grows from chart to chart. They are removed
 * so that equal charts have equal bytes.
 */
const traces =
  / (?:class="zr\d+-cls-\d+"|pointer-events="visible"|ecmeta_\w+="[^"]*")|<style[^<>]*>[^]*?(?:<\/style>|$)/g;

/**
 * The elements that ECharts draws for an option, in a box in points, without the `<svg>` around them. `id` is the
 * prefix of names.
 */
export function drawn(
  option: ECharts.EChartsOption,
  { width, height, id }: { readonly width: number; readonly height: number; readonly id: string },
): string {
  const chart = echarts().init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: 'transparent',
      textStyle: { fontFamily: 'inherit' },
      ...option,
    });
    const svg = chart.renderToSVGString();
    return svg
      .slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
      .replace(traces, '')
      .replace(/zr\d+-(?=[cgp]\d)/g, `${id}-`)
      .trim();
  } finally {
    chart.dispose();
  }
}
