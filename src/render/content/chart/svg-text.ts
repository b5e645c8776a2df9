import { attributes, escape } from '../../html/html.ts';

/** Points on the paper of a chart: two decimals are finer than any printer. */
export const round = (points: number): number => Math.round(points * 100) / 100;

/**
 * A text of a chart that runs from right to left, with its numbers isolated so that they are in reading order (UAX 9,
 * 2.5: isolates).
 */
export const inDirection = (text: string, rightToLeft: boolean): string =>
  rightToLeft && text !== '' ? `\u2067${text}\u2069` : text;

interface TextStyle {
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** True where the text runs from right to left, so that its start is its right end. */
  readonly rightToLeft?: boolean;
}

/** A line of text that begins (or is centred, or ends) at `x`, on the baseline `y`. */
export function textAt(
  text: string,
  x: number,
  y: number,
  { size, fill, weight, anchor = 'start', rightToLeft = false }: TextStyle,
): string {
  return (
    '<text' +
    attributes({
      x: round(x),
      y: round(y),
      'font-size': size,
      'font-weight': weight,
      fill,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      style: rightToLeft ? 'direction:rtl' : undefined,
    }) +
    '>' +
    `${escape(text)}</text>`
  );
}
