import { writtenShort } from '../objects/serialize.ts';
import type { Size } from './widget-look.ts';

/** Distance of the control points of a quarter circle of radius 1. */
const kappa = 0.5523;

type Point = readonly [x: number, y: number];
type Path = (at: (x: number, y: number) => string) => string;

const polygon =
  (points: readonly Point[]): Path =>
  (at) =>
    `${points.map(([x, y], index) => `${at(x, y)} ${index === 0 ? 'm' : 'l'}`).join(' ')} h f`;

const star = polygon(
  Array.from({ length: 10 }, (_, index): Point => {
    const radius = index % 2 === 0 ? 0.38 : 0.15;
    const angle = Math.PI / 2 + (index * Math.PI) / 5;
    return [0.5 + radius * Math.cos(angle), 0.48 + radius * Math.sin(angle)];
  }),
);

/** A disc, from its quarter circles. */
export const disc =
  (radius: number): Path =>
  (at) => {
    const curve = (corners: readonly Point[]) =>
      `${corners.map(([x, y]) => at(0.5 + x * radius, 0.5 + y * radius)).join(' ')} c`;
    return `${at(0.5 + radius, 0.5)} m\n${[
      curve([
        [1, kappa],
        [kappa, 1],
        [0, 1],
      ]),
      curve([
        [-kappa, 1],
        [-1, kappa],
        [-1, 0],
      ]),
      curve([
        [-1, -kappa],
        [-kappa, -1],
        [0, -1],
      ]),
      curve([
        [kappa, -1],
        [1, -kappa],
        [1, 0],
      ]),
    ].join('\n')}`;
  };

interface Mark {
  readonly line?: number;
  readonly path: Path;
}

/**
 * Marks by their characters in Zapf Dingbats (ISO 32000-2, annex D.6), in a unit square. `line` is the line width of
 * stroked marks.
 */
const tick: Mark = { line: 0.13, path: (at) => `${at(0.22, 0.5)} m ${at(0.42, 0.29)} l ${at(0.79, 0.73)} l S` };
const dot: Mark = { path: (at) => `${disc(0.27)(at)}\nf` };
const marks: Readonly<Record<string, Mark>> = {
  '4': tick,
  '8': {
    line: 0.12,
    path: (at) => `${at(0.25, 0.25)} m ${at(0.75, 0.75)} l S ${at(0.25, 0.75)} m ${at(0.75, 0.25)} l S`,
  },
  l: dot,
  n: {
    path: polygon([
      [0.25, 0.25],
      [0.75, 0.25],
      [0.75, 0.75],
      [0.25, 0.75],
    ]),
  },
  u: {
    path: polygon([
      [0.5, 0.15],
      [0.8, 0.5],
      [0.5, 0.85],
      [0.2, 0.5],
    ]),
  },
  H: { path: star },
};

/**
 * Draws the mark of a button that is on, centred in its box: by default a tick for check boxes, and a dot for radio
 * buttons.
 */
export function drawMark(
  { width, height }: Size,
  { mark, color, kind }: { mark: string; /** That fills. */ color: string; kind: 'checkbox' | 'radio' },
): string {
  const side = Math.min(width, height);
  const at = (x: number, y: number) =>
    `${writtenShort(width / 2 + (x - 0.5) * side)} ${writtenShort(height / 2 + (y - 0.5) * side)}`;
  const { line, path } = marks[mark] ?? (kind === 'checkbox' ? tick : dot);
  if (line === undefined) return `q\n${color}\n${path(at)}\nQ\n`;
  return (
    `q\n${color.replace(/ (g|rg|k)$/, (_, operator: string) => ` ${operator.toUpperCase()}`)}\n` +
    `${writtenShort(side * line)} ` +
    `w 1 J 1 j\n${path(at)}\nQ\n`
  );
}
