import { rgbOf, type Rgb } from './echarts.ts';
import { ink } from './palette.ts';

const white: Rgb = [255, 255, 255];
/** A colour that is in no table, such as one of `oklch()`, counts as a middle one. */
const unknown: Rgb = [110, 110, 110];

/** `#rrggbb` and `#rgb` need no library. */
function partsOf(color: string): Rgb {
  const hex = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(color);
  const digits = hex?.[2] ?? hex?.[1]?.replace(/./g, '$&$&');
  if (digits === undefined) return rgbOf(color) ?? unknown;
  const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

const hexOf = (parts: Rgb) => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [r, g, b] = partsOf(color).map((part) =>
    part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colour of texts on an area of a colour: the one with more contrast, white or ink. */
export function inkOn(color: string): string {
  const light = luminance(color) + 0.05;
  return 1.05 / light >= light / (luminance(ink) + 0.05) ? '#fff' : ink;
}

/** A colour between paper (0) and `color` (1). */
export function tint(color: string, share: number): string {
  const [r, g, b] = partsOf(color);
  const mix = (part: number, paper: number) => paper + (part - paper) * share;
  return hexOf([mix(r, white[0]), mix(g, white[1]), mix(b, white[2])]);
}
