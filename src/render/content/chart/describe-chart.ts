import {
  categoriesOf,
  hasBoxOfSeries,
  isPoint,
  isRound,
  nameOf,
  numberAt,
  slicesOf,
  type Chart,
  type ChartKind,
} from './chart-params.ts';
import { wordsOf } from './words/words-of.ts';
import type { Words } from './words/words.ts';
import { plainNumbers, rangeOf, shareNumbers, valuesOf } from './numbers.ts';
import { boxesOf, stepsOf } from './plot/facts.ts';
import { gaugeScale } from './plot/gauge-scale.ts';
import { binsOf, numbersIn } from './statistics.ts';
import { withoutEnd } from '../../../without-end.ts';

const maxNames = 12;
const listed = (names: readonly string[]) =>
  names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ', …' : '');
const filled = (sentence: string, values: Readonly<Record<string, string>>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

function slicesIn(chart: Chart, lang: string): string {
  const slices = slicesOf(chart);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const write = shareNumbers(lang, 1);
  return listed(slices.map(({ name, value }) => `${name} ${write(total > 0 ? value / total : 0)}`));
}

function pointsIn({ series }: Chart, say: Words, write: (value: number) => string): string {
  const all = series.flatMap(({ data }) => data.filter(isPoint));
  const [x, y] = [rangeOf(all.map((point) => point[0])), rangeOf(all.map((point) => point[1]))];
  return x && y
    ? filled(say.points, {
        count: write(all.length),
        x1: write(x.least),
        x2: write(x.largest),
        y1: write(y.least),
        y2: write(y.largest),
      })
    : say.empty;
}

function categoriesIn(chart: Chart, say: Words, lang: string): string[] {
  const names = categoriesOf(chart);
  if (names.length <= 1) return [];
  const count = plainNumbers({ format: undefined, lang })(names.length);
  return [filled(say.categories, { count, first: names[0] ?? '', last: names.at(-1) ?? '' })];
}

function valuesIn(chart: Chart, say: Words, lang: string): string[] {
  const write = numbers(chart, lang);
  const range = rangeOf(valuesOf(chart));
  return [
    ...categoriesIn(chart, say, lang),
    range ? filled(say.values, { least: write(range.least), largest: write(range.largest) }) : say.empty,
  ];
}

/**
 * Describes a chart without `alt` in sentences for assistive technology: in the language of the document where its
 * words are known, else in English.
 */
export function describeChart(chart: Chart, lang: string): string {
  const { say, lang: inWords } = wordsOf(lang);
  const kinds = new Set(chart.series.map(({ kind }) => kind ?? chart.kind));
  const title = [
    say.kinds[kinds.size > 1 ? 'combined' : ([...kinds][0] ?? chart.kind)],
    ...(chart.title === undefined ? [] : [chart.title]),
  ].join(': ');
  const named = chart.series.some(({ name }) => name !== undefined) && !namesInData(chart);
  const names = named ? [filled(say.series, { names: listed(chart.series.map(nameOf)) })] : [];
  const data = (dataIn[chart.kind] ?? valuesIn)(chart, say, inWords);
  return (
    [title, ...names, ...data, ...notesIn(chart, say, inWords)]
      .map((sentence) => withoutEnd(sentence, /[.\s]/))
      .join('. ') + '.'
  );
}

/** True where the sentences about the data contain the names of series. */
const namesInData = (chart: Chart) => isRound(chart.kind) || chart.kind === 'gauge' || hasBoxOfSeries(chart);

/** Sentences about the data of a chart. */
type Sentences = (chart: Chart, say: Words, lang: string) => string[];

const numbers = (chart: Chart, lang: string, format = chart.yAxis?.format ?? chart.format) =>
  plainNumbers({ format, lang });

const stepsIn: Sentences = (chart, say, lang) => {
  const steps = stepsOf(chart);
  const write = numbers(chart, lang);
  const [first, last] = [steps[0], steps.at(-1)];
  const along = categoriesIn(chart, say, lang);
  return first && last
    ? [...along, filled(say.steps, { first: write(first.to), last: write(last.to) })]
    : [...along, say.empty];
};

const binsIn: Sentences = (chart, say, lang) => {
  const { edges, counts } = binsOf(chart.series, chart.xAxis);
  const range = rangeOf(chart.series.flatMap(numbersIn));
  const write = plainNumbers({ format: chart.xAxis?.format, lang });
  const sums = counts[0]?.map((_, bin) => counts.reduce((sum, one) => sum + (one[bin] ?? 0), 0)) ?? [];
  const most = sums.reduce((a, b) => Math.max(a, b), 0);
  const at = sums.indexOf(most);
  if (!range || most === 0) return [say.empty];
  const plain = plainNumbers({ format: undefined, lang });
  return [
    filled(say.bins, {
      count: plain(sums.reduce((a, b) => a + b, 0)),
      least: write(range.least),
      largest: write(range.largest),
      most: plain(most),
      from: write(edges[at] ?? 0),
      to: write(edges[at + 1] ?? 0),
    }),
  ];
};

const boxesIn: Sentences = (chart, say, lang) => {
  const write = numbers(chart, lang);
  const categories = categoriesOf(chart);
  const ofSeries = hasBoxOfSeries(chart);
  const all = boxesOf(chart).flatMap((row, at) =>
    row.flatMap((one, index) => {
      if (!one) return [];
      const series = ofSeries || chart.series.length === 1 ? '' : `${nameOf(chart.series[at] ?? { data: [] }, at)}, `;
      const written = {
        median: write(one.median),
        lower: write(one.lower),
        upper: write(one.upper),
        least: write(one.least),
        largest: write(one.largest),
      };
      return [filled(say.box, { name: `${series}${categories[index] ?? ''}`, ...written })];
    }),
  );
  return all.length > 0 ? all.slice(0, maxNames) : [say.empty];
};

const gaugesIn: Sentences = (chart, say, lang) => {
  const write = numbers(chart, lang);
  const { min, max } = gaugeScale(chart);
  return chart.series.map(({ name = '', data }) => {
    const value = numberAt(data[0]);
    return filled(say.gauge, {
      name,
      value: value === null ? '–' : write(value),
      least: write(min),
      largest: write(max),
    }).trimStart();
  });
};

/** Kinds whose data is no list of values along categories. */
const dataIn: Partial<Record<ChartKind, Sentences>> = {
  pie: (chart, _say, lang) => [slicesIn(chart, lang)],
  donut: (chart, _say, lang) => [slicesIn(chart, lang)],
  scatter: (chart, say, lang) => [pointsIn(chart, say, plainNumbers({ format: undefined, lang }))],
  waterfall: stepsIn,
  histogram: binsIn,
  boxplot: boxesIn,
  gauge: gaugesIn,
};

/** Reference lines and annotations, which are part of what a chart says. */
function notesIn(chart: Chart, say: Words, lang: string): string[] {
  const { referenceLines = [], annotations = [], xAxis, yAxis, y2Axis, format } = chart;
  const formats = { x: xAxis?.format, y: yAxis?.format ?? format, y2: y2Axis?.format ?? format };
  const lines = referenceLines.map(({ axis = 'y', value, label }) => {
    const text = typeof value === 'number' ? numbers(chart, lang, formats[axis])(value) : value;
    return filled(label === undefined ? say.line : say.namedLine, { label: label ?? '', value: text });
  });
  return [...lines, ...annotations.map(({ text }) => text)];
}
