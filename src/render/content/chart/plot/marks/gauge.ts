import { cutToWidth, textWidth, wrapText } from '../../../../html/text-width.ts';
import { labelSize, type Box } from '../../axes.ts';
import { nameOf, numberAt, type Chart, type ReferenceLine, type Series } from '../../chart-params.ts';
import { axisNumbers, plainNumbers } from '../../numbers.ts';
import { colorAt, ink, muted, rule } from '../../palette.ts';
import { round } from '../../svg-text.ts';
import { gaugeScale } from '../gauge-scale.ts';
import { noteSize } from '../margins.ts';
import { shareOf, type Scale } from '../scale.ts';
import { label, line, lineRatio, outline, type Place } from '../shapes.ts';

/** A half circle on the page, and the numbers from its left end to its right end. */
interface Dial {
  readonly center: Place;
  readonly radius: number;
  readonly inner: number;
  readonly scale: Scale;
  readonly mirrored: boolean;
}

/** The place at a share of the half circle and a distance from its middle. */
function onDial({ center, mirrored }: Dial, share: number, distance: number): Place {
  const angle = Math.PI * (1 - (mirrored ? 1 - share : share));
  return { x: center.x + distance * Math.cos(angle), y: center.y - distance * Math.sin(angle) };
}

/** A part of the ring, from one share to another. */
function ring(dial: Dial, from: number, to: number, fill: string): string {
  const { radius, inner, mirrored } = dial;
  const at = (share: number, distance: number) => {
    const { x, y } = onDial(dial, share, distance);
    return `${round(x)} ${round(y)}`;
  };
  const [out, back] = mirrored ? [0, 1] : [1, 0];
  const arc = (distance: number, sweep: number, share: number) =>
    `A${round(distance)} ${round(distance)} 0 0 ${sweep} ${at(share, distance)}`;
  return outline(`M${at(from, radius)}${arc(radius, out, to)}L${at(to, inner)}${arc(inner, back, from)}z`, { fill });
}

/** A text outside the ring, at a share of it. */
function outside(
  dial: Dial,
  share: number,
  text: string,
  look: { readonly fill: string; readonly weight?: number },
): string {
  const { x, y } = onDial(dial, share, dial.radius + 7);
  const side = Math.abs(x - dial.center.x) < dial.radius * 0.15 ? 'middle' : x < dial.center.x ? 'end' : 'start';
  return label(text, { x, y: y - (side === 'middle' ? 2 : 0) }, { size: noteSize, anchor: side, ...look });
}

function mark(dial: Dial, { value, label: text, color = ink }: ReferenceLine): string {
  const share = shareOf(dial.scale, Number(value));
  const stroke = line([onDial(dial, share, dial.inner - 2), onDial(dial, share, dial.radius + 3)], {
    stroke: color,
    'stroke-width': 1.5,
  });
  return stroke + (text === undefined ? '' : outside(dial, share, text, { fill: color, weight: 600 }));
}

/** What a gauge shows, and its place in the row of gauges. */
interface Shown {
  readonly chart: Chart;
  readonly box: Box;
  readonly series: Series;
  readonly index: number;
}

function gauge({ chart, box, series, index }: Shown, dial: Dial): string {
  const { center, radius, inner, scale } = dial;
  const { rightToLeft, lang } = box;
  const format = chart.yAxis?.format ?? chart.format;
  const value = numberAt(series.data[0]);
  const color = series.color ?? colorAt(chart.series.length > 1 ? 0 : index, box.palette);
  const share = value === null ? 0 : Math.min(Math.max(shareOf(scale, value), 0), 1);
  const text = value === null ? '–' : plainNumbers({ format, lang })(value);
  const fitting = (inner * 1.5) / Math.max(textWidth(text, 1, { bold: true }), 0.1);
  const size = Math.min(radius * 0.36, fitting, 34);
  const write = axisNumbers([...scale.ticks, scale.min, scale.max], { format, lang });
  const ends = [scale.min, scale.max].map((end, at) => {
    const { x } = onDial(dial, at, (radius + inner) / 2);
    return label(write(end), { x, y: center.y + 8 }, { size: labelSize, anchor: 'middle', rightToLeft });
  });
  const ticks = scale.ticks
    .filter((tick) => tick > scale.min && tick < scale.max)
    .map((tick) => outside(dial, shareOf(scale, tick), write(tick), { fill: muted }));
  const named = series.name !== undefined || chart.series.length > 1;
  const lines = named ? wrapText(nameOf(series, index), labelSize, 2 * radius + 20, { maxLines: 2 }) : [];
  const below = center.y + 14 + (lines.length * labelSize * lineRatio) / 2 + 4;
  return [
    ring(dial, 0, 1, rule),
    share > 0 ? ring(dial, 0, share, color) : '',
    ...(chart.referenceLines ?? []).map((given) => mark(dial, given)),
    ...ticks,
    ...ends,
    label(
      text,
      { x: center.x, y: center.y - size * 0.4 },
      { size: round(size), fill: ink, weight: 600, anchor: 'middle', rightToLeft },
    ),
    lines.length > 0
      ? label(lines.join('\n'), { x: center.x, y: below }, { size: labelSize, anchor: 'middle', rightToLeft })
      : '',
  ].join('');
}

/** Room at the side of a half circle for texts outside it. */
const sideOf = ({ referenceLines = [], yAxis = {} }: Chart, width: number): number =>
  Math.min(
    Math.max(
      4,
      ...referenceLines.map(({ label: text = '' }) => textWidth(text, noteSize, { bold: true }) + 10),
      typeof yAxis.ticks === 'number' && yAxis.ticks < 3 ? 0 : yAxis.ticks === undefined ? 0 : 34,
    ),
    width * 0.3,
  );

/** Gauges side by side, one for the value of each series. */
export function gauges(chart: Chart, box: Box): string {
  const cell = box.width / chart.series.length;
  const marks = chart.referenceLines ?? [];
  const side = sideOf(chart, cell);
  const above = marks.length > 0 || chart.yAxis?.ticks !== undefined ? 16 : 4;
  const below = chart.series.some(({ name }) => name !== undefined) || chart.series.length > 1 ? 40 : 16;
  const radius = Math.max(Math.min(cell / 2 - side - 6, box.height - above - below), 12);
  const cut = (given: ReferenceLine) =>
    given.label === undefined
      ? given
      : { ...given, label: cutToWidth(given.label, noteSize, cell / 2 - radius * 0.5, { bold: true }) };
  const shown = { ...chart, referenceLines: marks.map(cut) };
  return chart.series
    .map((series, index) => {
      const x = (box.rightToLeft ? chart.series.length - 1 - index + 0.5 : index + 0.5) * cell;
      const center = { x, y: above + radius + Math.max(box.height - above - radius - below, 0) / 2 };
      const dial = { center, radius, inner: radius * 0.74, scale: gaugeScale(chart), mirrored: box.rightToLeft };
      return gauge({ chart: shown, box, series, index }, dial);
    })
    .join('');
}
