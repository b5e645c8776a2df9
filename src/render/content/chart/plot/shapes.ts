import { attributes } from '../../../html/html.ts';
import { inDirection, round, textAt } from '../svg-text.ts';
import { muted } from '../palette.ts';

/** A box on the page, in points. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A place on the page, in points. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** How an area or a line looks; names of attributes of SVG. */
export type Look = Readonly<Record<string, string | number | undefined>>;

/** A filled box. */
export function box({ x, y, width, height }: Rect, look: Look): string {
  const d = `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
  return `<path${attributes({ ...look, d })}/>`;
}

/** A line through places. */
export function line(places: readonly Place[], look: Look): string {
  return `<path${attributes({ fill: 'none', ...look, d: course(places) })}/>`;
}

/** An area between places. */
export function area(places: readonly Place[], look: Look): string {
  return `<path${attributes({ ...look, d: `${course(places)}z` })}/>`;
}

/** A shape with an outline of its own. */
export const outline = (d: string, look: Look): string => `<path${attributes({ ...look, d })}/>`;

/**
 * Marks of which nothing stands out of a box. It needs no names, unlike a clip path, so that equal charts on one page
 * can not meet.
 */
export function clipped(marks: string, { x, y, width, height }: Rect): string {
  const frame = { x: round(x), y: round(y), width: round(width), height: round(height) };
  return `<svg${attributes({ ...frame, viewBox: `${frame.x} ${frame.y} ${frame.width} ${frame.height}` })}>${marks}</svg>`;
}

/** A circle. */
export const dot = ({ x, y }: Place, radius: number, look: Look): string =>
  `<circle${attributes({ cx: round(x), cy: round(y), r: radius, ...look })}/>`;

const course = (places: readonly Place[]) =>
  places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');

/** How a label is set. */
export interface LabelStyle {
  readonly size: number;
  readonly fill?: string;
  readonly weight?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly rightToLeft?: boolean;
  /** Degrees, clockwise, around its place. */
  readonly turn?: number;
}

/** Ratio of the height of digits and capitals to the type size; a label is centred by it. */
const capitals = 0.71;
/** Distance from line to line in type sizes. */
export const lineRatio = 1.25;

/** Lines of text whose block is centred vertically on a place. `anchor` is a side of the page in both directions. */
export function label(text: string, { x, y }: Place, style: LabelStyle): string {
  const { size, fill = muted, weight, anchor = 'start', rightToLeft = false, turn } = style;
  const lines = text.split('\n');
  const first = y - ((lines.length - 1) * size * lineRatio) / 2 + (size * capitals) / 2;
  const set = lines
    .map((one, index) =>
      textAt(inDirection(one, rightToLeft), x, first + index * size * lineRatio, {
        size,
        fill,
        anchor,
        ...(weight !== undefined && { weight }),
      }),
    )
    .join('');
  return turn === undefined ? set : `<g transform="rotate(${turn} ${round(x)} ${round(y)})">${set}</g>`;
}
