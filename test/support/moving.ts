import { readFileSync } from 'node:fs';
import { popplerRaster } from './raster.ts';

/** A document that moves until it has its final state, and how it looks then. */
export interface Moving {
  readonly html: string;
  /** The files of packages that it loads, by their names in the document. */
  readonly assets?: Readonly<Record<string, string>>;
  /** Its text in the end. */
  readonly text?: RegExp;
  /** The heights of its black bars in the end, in parts of the tallest. */
  readonly bars?: readonly number[];
}

const bars = { labels: ['a', 'b', 'c'], values: [3, 7, 5], heights: [3 / 7, 1, 5 / 7] } as const;
const chart = {
  type: 'bar',
  data: { labels: bars.labels, datasets: [{ data: bars.values, backgroundColor: '#000' }] },
  options: {
    plugins: { legend: { display: false } },
    scales: { x: { display: false }, y: { display: false, beginAtZero: true } },
  },
};
const echart = {
  xAxis: { show: false, data: bars.labels },
  yAxis: { show: false },
  series: [{ type: 'bar', data: bars.values, itemStyle: { color: '#000' } }],
};
const d3 = `d3.select('svg')
  .selectAll('rect')
  .data([3, 7, 5])
  .join('rect')
  .attr('x', (value, index) => index * 60)
  .attr('width', 40)
  .attr('height', 0)
  .transition()
  .delay((value, index) => index * 300)
  .duration(2000)
  .attr('height', (value) => value * 20)
  .end()
  .then(() => document.body.append('drawn'))`;
const counter = `const began = performance.now();
(function count(now) {
  const part = Math.min(1, (now - began) / 1500);
  n.textContent = Math.round(12345 * part).toLocaleString('en');
  if (part < 1) requestAnimationFrame(count);
})(began)`;
const typed = `const text = 'typed letter by letter';
let shown = 0;
const timer = setInterval(() => {
  t.textContent = text.slice(0, (shown += 1));
  if (shown === text.length) clearInterval(timer);
}, 80)`;
const fade =
  '<style>@keyframes fade-in { from { opacity: 0; transform: translateX(-900px) } to { opacity: 1 } } p { ' +
  'animation: fade-in 2s both }</style><p>faded in</p>';
const formula = '\\(\\rule{20px}{30px}\\quad\\rule{20px}{60px}\\)';
const book = `<!doctype html><title>Book</title><script src="paged.js"></script>
  <style>@page { size: 105mm 148mm; @top-left { content: string(chapter) }
  @bottom-center { content: counter(page) " of " counter(pages) } }
  h1 { break-before: page; string-set: chapter content(text) }</style>
  <h1>One</h1><p>${'Words of the first chapter. '.repeat(26)}</p><h1>Two</h1><p>${'Words of the second. '.repeat(9)}</p>`;

export const movingDocuments: Readonly<Record<string, Moving>> = {
  'a chart of Chart.js': {
    html:
      '<div style="width:400px"><canvas id="c"></canvas></div><script src="chart.js"></script><script>new ' +
      `Chart(c, ${JSON.stringify(chart)})</script>`,
    assets: { 'chart.js': 'chart.js/dist/chart.umd.min.js' },
    bars: bars.heights,
  },
  'a chart of ECharts': {
    html:
      '<div id="c" style="width:400px;height:300px"></div><script ' +
      `src="echarts.js"></script><script>echarts.init(c).setOption(${JSON.stringify(echart)})</script>`,
    assets: { 'echarts.js': 'echarts/dist/echarts.min.js' },
    bars: bars.heights,
  },
  'transitions of D3': {
    html:
      `<svg width="200" height="150"></svg><script src="d3.js"></script><script>${d3}</script><style>body { ` +
      'color: #ddd }</style>',
    assets: { 'd3.js': 'd3/dist/d3.min.js' },
    text: /drawn/,
    bars: bars.heights,
  },
  'a counter': { html: `<p id="n">0</p><script>${counter}</script>`, text: /^12,345\s*$/ },
  'a text that is typed': { html: `<p id="t"></p><script>${typed}</script>`, text: /typed letter by letter/ },
  'a fade-in beside scripts': {
    html:
      `${fade}<script>document.querySelector('p').onanimationend = ({ elapsedTime }) => ` +
      `document.body.append('after ' + elapsedTime + ' s')</script>`,
    text: /faded in\s+after 2 s/,
  },
  'formulas of MathJax': {
    html: `<p>${formula}</p><script src="math.js"></script>`,
    assets: { 'math.js': 'mathjax/tex-svg.js' },
    text: /^(?!.*\\)/,
    bars: [1 / 2, 1],
  },
  'a diagram of Mermaid': {
    html:
      '<pre class="mermaid">graph TD; A[First step]-->B[Last step]</pre><script ' +
      'src="mermaid.js"></script><script>mermaid.initialize({ startOnLoad: true })</script>',
    assets: { 'mermaid.js': 'mermaid/dist/mermaid.min.js' },
    text: /^(?![^]*graph TD)[^]*First step\s+Last step/,
  },
  'a book of paged.js': {
    html: book,
    assets: { 'paged.js': 'pagedjs/dist/paged.polyfill.js' },
    text: /^One[^]*1 of 3[^]*One[^]*2 of 3[^]*Two[^]*3 of 3\s*$/,
  },
  'classes of Tailwind': {
    html: '<script src="tailwind.js"></script><p class="hidden">hidden</p><p class="hidden print:block">printed</p>',
    assets: { 'tailwind.js': '@tailwindcss/browser/dist/index.global.js' },
    text: /^printed\s*$/,
  },
};

/** The request that prints such a document with the same bytes each time. */
export function movingRequest({ html, assets = {} }: Moving): object {
  const files = Object.fromEntries(
    Object.entries(assets).map(([name, file]) => [name, readFileSync(`node_modules/${file}`).toString('base64')]),
  );
  return { operations: [{ op: 'add_html', html }], document: { assets: files }, output: { deterministic: true } };
}

/**
 * The heights of the black bars on the first page, from left to right, as parts of the tallest in whole tenths of a
 * percent, measured in the tenth column of each.
 */
export async function barsOf(pdf: Uint8Array): Promise<number[]> {
  const { width, height, gray } = await popplerRaster(pdf, 96);
  const heights = Array.from(
    { length: width },
    (_, x) =>
      Array.from({ length: height }, (_row, y) => gray[y * width + x] ?? 255).filter((value) => value < 30).length,
  );
  const found = heights.flatMap((tall, x) =>
    tall > 3 && (heights[x - 1] ?? 0) <= 3 ? [Math.max(...heights.slice(x, x + 20))] : [],
  );
  return found.map((tall) => tall / Math.max(...found));
}
