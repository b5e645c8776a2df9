import { formatter } from '../../templates/format.ts';
import { attributes } from '../../html/html.ts';

/** Maximum number of values of a sparkline. */
export const maxValues = 1000;
/** Size of the drawing, in units of its own; a tenth of them is an `em`, see base.css. */
const size = { width: 60, height: 12 };
/** Room for the width of the line and the dot at its end. */
const margin = 1.6;
/** Maximum number of values that its text names. */
const maxNamed = 40;

const round = (value: number) => Math.round(value * 100) / 100;

/** The points of a line through the values, from the lowest to the highest; equal values lie in the middle. */
function pointsOf(values: readonly number[]): [x: number, y: number][] {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const range = values.reduce((most, value) => Math.max(most, value), -Infinity) / 2 - low / 2;
  const step = (size.width - 2 * margin) / Math.max(1, values.length - 1);
  const height = size.height - 2 * margin;
  return values.map((value, index) => [
    round(values.length === 1 ? size.width / 2 : margin + index * step),
    round(margin + height * (range === 0 ? 0.5 : 1 - (value / 2 - low / 2) / range)),
  ]);
}

/** The values as a text for readers who cannot see the line; of many values the first and the last ones. */
function textOf(values: readonly number[], lang: string): string {
  const write = formatter({ kind: 'number', decimals: undefined }, lang);
  const half = maxNamed / 2;
  const named = values.length <= maxNamed ? values : [...values.slice(0, half), ...values.slice(-half)];
  const texts = named.map((value) => write(value));
  if (named.length < values.length) texts.splice(half, 0, '…');
  return texts.join('; ');
}

/** A line through the values with a dot at the last one, as high as a line of text. */
export function sparklineSvg(values: readonly number[], lang: string): string {
  const points = pointsOf(values);
  const [x, y] = points.at(-1) ?? [0, 0];
  return (
    `<svg${attributes({ class: 'sparkline', role: 'img', 'aria-label': textOf(values, lang) })} ` +
    `viewBox="0 0 ${size.width} ${size.height}" xmlns="http://www.w3.org/2000/svg">` +
    (points.length > 1 ? `<polyline points="${points.map((point) => point.join(',')).join(' ')}"/>` : '') +
    `<circle cx="${x}" cy="${y}" r="1.5"/></svg>`
  );
}
