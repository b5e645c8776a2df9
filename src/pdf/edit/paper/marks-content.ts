import type { Box } from '../../file/pdf-file.ts';

/** Marks for printers, in points from the edges of the trimmed page. */
export interface PrintersMarks {
  readonly bleed: number;
  readonly crop: boolean;
  readonly registration: boolean;
}

/** Length of the lines of crop marks; a target is as wide. */
const markLength = 18;
/** Least distance of marks from the trimmed page, and from the bleed. */
const least = { fromTrim: 6, fromBleed: 3 };
/** Space around the marks at the edge of the sheet. */
const outside = 3;
/** Width of the lines: a quarter of a point, as printers expect. */
const lineWidth = 0.25;
/** The control points of a quarter of a circle, in radii. */
const bend = 0.5523;

const offsetOf = (bleed: number): number => Math.max(least.fromTrim, bleed + least.fromBleed);

/** Points between the trimmed page and the edge of the sheet. */
export const aroundTrim = ({ bleed, crop, registration }: PrintersMarks): number =>
  crop || registration ? offsetOf(bleed) + markLength + outside : bleed;

/** A box that extends so many points further on each side. */
export const grown = ([left, bottom, right, top]: Box, by: number): Box => [
  rounded(left - by),
  rounded(bottom - by),
  rounded(right + by),
  rounded(top + by),
];

const rounded = (points: number): number => Math.round(points * 1000) / 1000;

/**
 * Operators that draw the marks around a trimmed page, in the colour space `All` (ISO 32000-2, 8.6.6.4): each plate
 * prints them.
 */
export function marksContent(trim: Box, { bleed, crop, registration }: PrintersMarks): string {
  const offset = offsetOf(bleed);
  return [
    '/All CS 1 SCN',
    `${lineWidth} w`,
    ...(crop ? cropMarks(trim, offset) : []),
    ...(registration ? targets(trim, offset + markLength / 2) : []),
  ].join('\n');
}

const line = (x: number, y: number, toX: number, toY: number): string =>
  `${rounded(x)} ${rounded(y)} m ${rounded(toX)} ${rounded(toY)} l S`;

/** Two lines at each corner. */
function cropMarks([left, bottom, right, top]: Box, offset: number): string[] {
  const end = offset + markLength;
  return [
    ...[left, right].flatMap((x) => [line(x, bottom - offset, x, bottom - end), line(x, top + offset, x, top + end)]),
    ...[bottom, top].flatMap((y) => [line(left - offset, y, left - end, y), line(right + offset, y, right + end, y)]),
  ];
}

/** A target at the middle of each side. */
function targets([left, bottom, right, top]: Box, offset: number): string[] {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const middles = [
    [x, top + offset],
    [x, bottom - offset],
    [left - offset, y],
    [right + offset, y],
  ] as const;
  return middles.flatMap(([atX, atY]) => target(atX, atY));
}

function target(x: number, y: number): string[] {
  const half = markLength / 2;
  const radius = half * 0.6;
  const curve = (...points: readonly number[]) =>
    `${points.map((each, index) => rounded((index % 2 === 0 ? x : y) + each * radius)).join(' ')} c`;
  return [
    line(x - half, y, x + half, y),
    line(x, y - half, x, y + half),
    `${rounded(x + radius)} ${rounded(y)} m`,
    curve(1, bend, bend, 1, 0, 1),
    curve(-bend, 1, -1, bend, -1, 0),
    curve(-1, -bend, -bend, -1, 0, -1),
    `${curve(bend, -1, 1, -bend, 1, 0)} S`,
  ];
}
