import { composed, elementOf, elementsOf, mistakesOf } from './rendering.ts';

/** The surroundings of a chart in an English document. */
export const place = { lang: 'en', width: 480 };
/** The operation, with two values unless the fields state others. */
export const chart = (more: object) => ({ op: 'add_chart', kind: 'bar', series: [{ data: [1, 2] }], ...more });
/** The text alternative of a chart. */
export const alt = (more: object, document: object = {}) =>
  elementOf('svg', [chart(more)], { document }).attributes['aria-label'];
/** Pointers below the operation, and messages. */
export const mistakes = (more: object) =>
  mistakesOf({ operations: [chart(more)] }).map(({ pointer, message }) => [
    pointer.replace('/operations/0', ''),
    message,
  ]);
/** Pointers below the operation. */
export const pointers = (more: object) => mistakes(more).map(([pointer]) => pointer);
/** The cells of the table of a chart. */
export const cellsOf = (more: object) =>
  elementsOf([chart({ table: true, ...more })])
    .filter(({ tag }) => tag === 'td' || tag === 'th')
    .map(({ text }) => text);

/** A text of an SVG, and its place. */
interface Text {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}
/** Texts of an SVG with their places, but for those that are turned. */
export const textsOf = (svg: string): Text[] =>
  [...svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"[^<>]*>([^<]*)<\/text>/g)].map(([, x, y, text = '']) => ({
    text,
    x: Number(x),
    y: Number(y),
  }));
/** Heights of the grid lines of an SVG. */
export const gridOf = (svg: string) =>
  [...svg.matchAll(/stroke="#d4d9e1"[^<>]*d="M[\d.-]+ ([\d.-]+)L[\d.-]+ \1"/g)].map(([, y]) => Number(y));
/** The bars of a colour in an SVG. */
export const bars = (svg: string, fill: string) =>
  [...svg.matchAll(new RegExp(`<path fill="${fill}"[^<>]*d="M([\\d.-]+) ([\\d.-]+)h([\\d.-]+)v([\\d.-]+)`, 'g'))].map(
    ([, x, y, width, height]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }),
  );

/** The HTML of a document with one chart. */
export function htmlOf(more: object, document: object): string {
  const [segment] = composed([chart(more)], { document }).segments;
  return segment?.kind === 'flow' ? (segment.sheets[0]?.html.join('') ?? '') : '';
}
