import type { Report } from '../../../../input/fields.ts';
import type { Annotation, Axis, AxisName, Chart, ReferenceLine } from '../chart-params.ts';
import { categoriesOf, numberAt } from '../chart-params.ts';
import { kinds, kindsWith } from '../kinds.ts';
import { factsOf } from '../plot/facts.ts';
import { gaugeScale } from '../plot/gauge-scale.ts';
import { extentOf } from '../plot/scale.ts';
import { hasSecondAxis } from '../plot/scales.ts';

/** Share of the data beyond which an annotation may lie, where the axis has no end of its own. */
const roomBeyond = 0.25;

const named = (categories: readonly string[]) =>
  categories.length > 12 ? `${categories.slice(0, 12).join(', ')}, …` : categories.join(', ');

/** The mistake of a place on the x axis; `undefined` for one that is there. */
function mistakeOnX(chart: Chart, value: number | string): string | undefined {
  if (kinds[chart.kind].along === 'numbers')
    return typeof value === 'number' ? undefined : 'the x axis has numbers here, so the place must be a number';
  const categories = categoriesOf(chart);
  return categories.includes(String(value))
    ? undefined
    : `there is no category '${String(value).slice(0, 60)}'; there are ${named(categories)}`;
}

const within = (value: number, { min = -Infinity, max = Infinity }: Axis) => value >= min && value <= max;
const ends = ({ min, max }: Axis) =>
  min !== undefined && max !== undefined
    ? `goes from ${min} to ${max}`
    : min !== undefined
      ? `begins at ${min}`
      : `ends at ${max}`;

function checkLine(chart: Chart, line: ReferenceLine, report: Report): void {
  const { axis = 'y', value } = line;
  const mistake = mistakeOfAxis(chart, axis);
  if (mistake !== undefined) report(['axis'], mistake);
  else if (axis === 'x') checkOnX(chart, value, report);
  else if (typeof value !== 'number') report(['value'], `the ${axis} axis has numbers, so the value must be a number`);
  else checkEnd(value, endsOf(chart, axis), report);
}

function mistakeOfAxis(chart: Chart, axis: AxisName): string | undefined {
  if (axis === 'x' && chart.kind === 'gauge') return 'a gauge has only a `y` axis';
  return axis === 'y2' && !hasSecondAxis(chart)
    ? 'there is no second axis: no series has `axis: "right"`, and there is no `y2Axis`'
    : undefined;
}

function checkOnX(chart: Chart, value: number | string, report: Report): void {
  const mistake = mistakeOnX(chart, value);
  if (mistake !== undefined) report(['value'], mistake);
  else if (typeof value === 'number' && kinds[chart.kind].along === 'numbers') checkEnd(value, endsOfX(chart), report);
}

const endsOf = (chart: Chart, axis: 'y' | 'y2'): Axis =>
  (chart.kind === 'gauge' ? gaugeScale(chart) : axis === 'y2' ? chart.y2Axis : chart.yAxis) ?? {};

/** The bins of a histogram end with its data. */
function endsOfX(chart: Chart): Axis {
  if (chart.kind !== 'histogram') return chart.xAxis ?? {};
  const { along } = factsOf(chart);
  const edges = 'numbers' in along ? along.numbers : [];
  return { min: edges[0] ?? 0, max: edges.at(-1) ?? 1 };
}

function checkEnd(value: number, axis: Axis, report: Report): void {
  if (!within(value, axis)) report(['value'], `the value ${value} lies outside the axis, which ${ends(axis)}`);
}

/** Checks that a number of an annotation lies on the axis, or not far from the data. */
function checkPlace(
  value: number,
  values: readonly number[],
  { zero, axis }: { zero: boolean; axis: Axis },
): string | undefined {
  const { min, max } = extentOf({ values, zero }, axis);
  const room = (max - min) * roomBeyond;
  const [low, high] = [axis.min ?? min - room, axis.max ?? max + room];
  return value >= low && value <= high
    ? undefined
    : `${value} lies outside the data, which goes from ${Number(min.toPrecision(6))} to ${Number(max.toPrecision(6))}`;
}

function checkAnnotation(chart: Chart, { x, y }: Annotation, report: Report): void {
  const facts = factsOf(chart);
  const onX = mistakeOnX(chart, x);
  const numbers = 'numbers' in facts.along ? facts.along.numbers : null;
  const ownX = onX === undefined && numbers && checkPlace(Number(x), numbers, { zero: false, axis: endsOfX(chart) });
  const mistake = onX ?? (typeof ownX === 'string' ? ownX : undefined);
  if (mistake !== undefined) report(['x'], mistake);
  const onY = checkPlace(y, facts.left, { zero: facts.zero, axis: chart.yAxis ?? {} });
  if (onY !== undefined) report(['y'], onY);
}

/** Checks reference lines, annotations and gauges of a chart that is right otherwise against its data. */
export function checkNotes(chart: Chart, report: Report): void {
  const { kind, referenceLines = [], annotations = [] } = chart;
  const { axis, along } = kinds[kind];
  if (referenceLines.length > 0 && !axis)
    report(['referenceLines'], `\`referenceLines\` go with the kinds ${kindsWith((facts) => facts.axis)}`);
  else
    for (const [index, line] of referenceLines.entries())
      checkLine(chart, line, (path, problem) => report(['referenceLines', index, ...path], problem));
  if (annotations.length > 0 && (!axis || along === 'nothing'))
    report(
      ['annotations'],
      `\`annotations\` go with the kinds ${kindsWith((facts) => facts.axis && facts.along !== 'nothing')}`,
    );
  else
    for (const [index, note] of annotations.entries())
      checkAnnotation(chart, note, (path, problem) => report(['annotations', index, ...path], problem));
  if (kind === 'gauge') checkGauge(chart, report);
}

function checkGauge(chart: Chart, report: Report): void {
  const { min, max } = gaugeScale(chart);
  for (const [index, { data }] of chart.series.entries()) {
    const value = numberAt(data[0]);
    if (value !== null && (value < min || value > max))
      report(
        ['series', index, 'data', 0],
        `the value ${value} lies outside the gauge, which goes from ${min} to ${max}`,
      );
  }
}
