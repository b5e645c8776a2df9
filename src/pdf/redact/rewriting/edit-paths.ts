import type { Box } from '../../file/pdf-file.ts';
import type { Mark, PaintedPath, Subpath } from '../../content/visitor.ts';
import type { NewOperation } from '../../content/write-content.ts';
import { inverse, mapPoint, type Matrix } from '../../geometry/matrix.ts';
import { append } from '../../objects/large-arrays.ts';
import type { Replacements } from './edit-text.ts';
import type { ScannedFrame } from '../survey/page-scan.ts';
import { boundsOf, clipped, grown, isWithin, overlaps } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';

/** Points by which a path may exceed an area and still count as within it: half of a thick line. */
const slack = 0.75;

/** Straight segments that replace a curve. */
const steps = 16;

/**
 * Removes paths that are within a target, and cuts the parts within areas out of others. Plain rectangles reveal
 * nothing and stay, unless they are within. Answers the marked content around the changed paths.
 */
export function editPaths(
  { paths }: ScannedFrame,
  targets: readonly Target[],
  replacements: Replacements,
): (Mark | null)[] {
  if (targets.length === 0) return [];
  const touched = new Set<Mark | null>();
  for (const { path, context } of paths) {
    const { bounds } = path;
    const near = bounds === null ? [] : targets.filter((target) => overlaps(grown(bounds, 1), target.bounds));
    if (bounds === null || near.length === 0) continue;
    if (near.some((target) => isUpright(target) && isWithin(bounds, target.bounds, slack))) {
      replace(path, path.clip === null ? [] : emptyClip, replacements);
      touched.add(context.mark);
    } else {
      const areas = near.filter(({ drawn }) => drawn).map((target) => target.bounds);
      const remaining = areas.reduce<readonly Subpath[]>(
        (subpaths, area) => subpaths.filter((subpath) => !isWithin(boundsOf(subpath.points), area, slack)),
        path.subpaths,
      );
      const cut = areas.some((area) => remaining.some((subpath) => crosses(subpath, area)));
      if (remaining.length === path.subpaths.length && !cut) continue;
      const back = inverse(context.state.ctm);
      replace(path, back === null ? [] : cutPath(path, { remaining, areas, back }), replacements);
      touched.add(context.mark);
    }
  }
  return [...touched];
}

const isUpright = ({ polygon, bounds }: Target): boolean =>
  Math.abs((polygon[0] ?? 0) - bounds[0]) < 0.01 || Math.abs((polygon[0] ?? 0) - bounds[2]) < 0.01;

/** A clipping path through which nothing is painted. */
const emptyClip: readonly NewOperation[] = [
  { operator: 're', operands: [0, 0, 0, 0] },
  { operator: 'W', operands: [] },
  { operator: 'n', operands: [] },
];

function replace(
  { operation, construction }: PaintedPath,
  operations: readonly NewOperation[],
  replacements: Replacements,
): void {
  for (const { start, end } of construction) replacements.set(start, { end, operations: [] });
  replacements.set(operation.start, { end: operation.end, operations });
}

function crosses({ points, rectangle, kinds }: Subpath, area: Box): boolean {
  if (rectangle || (kinds.length <= 5 && isRectangle(points))) return false;
  return overlaps(boundsOf(points), area);
}

/** Four or five corners of an axis-aligned rectangle. */
function isRectangle(points: readonly number[]): boolean {
  if (points.length !== 8 && points.length !== 10) return false;
  const [x0, y0, x1, y1] = boundsOf(points);
  return points.every((value, at) => (at % 2 === 0 ? value === x0 || value === x1 : value === y0 || value === y1));
}

interface Cutting {
  readonly remaining: readonly Subpath[];
  readonly areas: readonly Box[];
  /** From page space to user space. */
  readonly back: Matrix;
}

/** The path without its parts in areas. Fill and stroke are separated, so that edges of a cut are not stroked. */
function cutPath({ operation, fill, stroke, clip }: PaintedPath, { remaining, areas, back }: Cutting): NewOperation[] {
  const filled = () =>
    remaining.flatMap((subpath) =>
      areas.some((area) => crosses(subpath, area))
        ? areas
            .reduce<readonly Line[]>(
              (lines, area) => lines.flatMap((line) => outside(line, area)),
              [{ points: flattened(subpath), closed: true }],
            )
            .flatMap((line) => drawn(line, back))
        : written(subpath, back),
    );
  const stroked = () =>
    remaining.flatMap((subpath) =>
      areas.some((area) => crosses(subpath, area))
        ? areas
            .reduce<readonly Line[]>(
              (lines, area) => lines.flatMap((line) => cutLine(line.points, area)),
              [{ points: closedPoints(subpath), closed: false }],
            )
            .flatMap((line) => drawn(line, back))
        : written(subpath, back),
    );
  const painting = (operator: string): NewOperation => ({ operator, operands: [] });
  const operations: NewOperation[] = [];
  const clipping = clip === null ? [] : [painting(clip === 'evenodd' ? 'W*' : 'W')];
  if (fill !== null)
    append(operations, [...filled(), ...(stroke ? [] : clipping), painting(fill === 'evenodd' ? 'f*' : 'f')]);
  if (stroke) append(operations, [...stroked(), ...clipping, painting('S')]);
  if (fill === null && !stroke) append(operations, [...filled(), ...clipping, painting(operation.operator)]);
  return operations;
}

interface Line {
  readonly points: readonly number[];
  readonly closed: boolean;
}

function flattened({ kinds, points }: Subpath): number[] {
  const flat: number[] = [];
  let at = 0;
  for (const kind of kinds) {
    if (kind !== 'c') {
      flat.push(points[at] ?? 0, points[at + 1] ?? 0);
      at += 2;
      continue;
    }
    const [x0 = 0, y0 = 0] = flat.slice(-2);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = points.slice(at, at + 6);
    for (let step = 1; step <= steps; step += 1) {
      const t = step / steps;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      flat.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
    }
    at += 6;
  }
  return flat;
}

function closedPoints(subpath: Subpath): number[] {
  const flat = flattened(subpath);
  return subpath.closed ? [...flat, flat[0] ?? 0, flat[1] ?? 0] : flat;
}

/** Divides a polygon into four: left, right, below and above a box. */
function outside({ points, closed }: Line, [x0, y0, x1, y1]: Box): Line[] {
  const between = clipped(
    clipped(points, (x) => x - x0),
    (x) => x1 - x,
  );
  const parts = [
    clipped(points, (x) => x0 - x),
    clipped(points, (x) => x - x1),
    clipped(between, (_, y) => y0 - y),
    clipped(between, (_, y) => y - y1),
  ];
  return parts.filter((part) => part.length >= 6).map((part) => ({ points: part, closed }));
}

/** The parts of a line that lie outside a box. */
function cutLine(points: readonly number[], area: Box): Line[] {
  const lines: { points: number[]; closed: boolean }[] = [];
  let open: number[] | null = null;
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = points.slice(at, at + 4);
    const inside = insideOf([ax, ay, bx, by], area);
    const pieces: readonly (readonly [number, number])[] =
      inside === null
        ? [[0, 1]]
        : (
            [
              [0, inside[0]],
              [inside[1], 1],
            ] as const
          ).filter(([from, to]) => to - from > 1e-9);
    if (pieces.length === 0) open = null;
    for (const [from, to] of pieces) {
      const place = (share: number): [number, number] => [ax + (bx - ax) * share, ay + (by - ay) * share];
      if (open === null || from > 0) {
        open = place(from);
        lines.push({ points: open, closed: false });
      }
      append(open, place(to));
      if (to < 1) open = null;
    }
  }
  return lines;
}

/** The parameters between which a straight line is within a box (Liang–Barsky clipping). */
function insideOf(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  [x0, y0, x1, y1]: Box,
): readonly [number, number] | null {
  let [from, to] = [0, 1];
  const [dx, dy] = [bx - ax, by - ay];
  for (const [p, q] of [
    [-dx, ax - x0],
    [dx, x1 - ax],
    [-dy, ay - y0],
    [dy, y1 - ay],
  ] as const) {
    if (p === 0) {
      if (q < 0) return null;
    } else if (p < 0) from = Math.max(from, q / p);
    else to = Math.min(to, q / p);
  }
  return from < to ? [from, to] : null;
}

const short = (value: number): number => Math.round(value * 1e5) / 1e5 + 0;

function drawn({ points, closed }: Line, back: Matrix): NewOperation[] {
  const operations: NewOperation[] = [];
  for (let at = 0; at + 1 < points.length; at += 2)
    operations.push({
      operator: at === 0 ? 'm' : 'l',
      operands: mapPoint(back, points[at] ?? 0, points[at + 1] ?? 0).map(short),
    });
  return closed ? [...operations, { operator: 'h', operands: [] }] : operations;
}

function written({ kinds, points, closed }: Subpath, back: Matrix): NewOperation[] {
  const operations: NewOperation[] = [];
  let at = 0;
  for (const kind of kinds) {
    const count = kind === 'c' ? 6 : 2;
    const operands: number[] = [];
    for (let each = 0; each < count; each += 2)
      append(operands, mapPoint(back, points[at + each] ?? 0, points[at + each + 1] ?? 0).map(short));
    operations.push({ operator: kind, operands });
    at += count;
  }
  return closed ? [...operations, { operator: 'h', operands: [] }] : operations;
}
