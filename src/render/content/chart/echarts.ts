import { createRequire } from 'node:module';
import type * as ECharts from 'echarts';
import { textWidth } from '../../html/text-width.ts';

const require = createRequire(import.meta.url);

let library: typeof ECharts | undefined;

/**
 * Loaded by the first chart of a thread. This build has the common charts in one file, which loads in a third of the
 * time of the modules one by one (measured, 6.1.0: 50 ms). Texts are measured as the fonts of the service set them.
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

/**
 * What is for a mouse or for scripts, under names that count up from chart to chart: without it equal charts are equal
 * bytes.
 */
const traces =
  / (?:class="zr\d+-cls-\d+"|pointer-events="visible"|ecmeta_\w+="[^"]*")|<style[^<>]*>[^]*?(?:<\/style>|$)/g;

/**
 * The elements that ECharts draws for an option, in a box of points, without the `<svg>` around them. `id` begins the
 * names in it.
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
