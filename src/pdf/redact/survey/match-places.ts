import type { ShownGlyph } from '../../content/visitor.ts';
import { greatest, least } from '../../objects/large-arrays.ts';
import { spacingStep } from '../rewriting/edit-text.ts';
import type { Polygon } from '../../facts/shape.ts';

/**
 * Joins neighbouring glyphs of a line to one polygon. Its edges are rounded to whole spacing steps, so that a box does
 * not reveal more of the width of the text than the gap does.
 */
export function placesOf(glyphs: readonly ShownGlyph[]): Polygon[] {
  const runs: Run[] = [];
  for (const { quad } of glyphs) {
    const own = runOf(quad);
    const near = runs.find((run) => isBeside(run, own));
    if (near === undefined) runs.push(own);
    else
      Object.assign(near, {
        u0: Math.min(near.u0, own.u0),
        u1: Math.max(near.u1, own.u1),
        v0: Math.min(near.v0, own.v0),
        v1: Math.max(near.v1, own.v1),
      });
  }
  return runs.map(({ u0, u1, v0, v1, cos, sin }) => {
    const [left, right] = [Math.floor(u0 / spacingStep) * spacingStep, Math.ceil(u1 / spacingStep) * spacingStep];
    return [left, v0, right, v0, right, v1, left, v1].map((value, at, all) =>
      at % 2 === 0 ? value * cos - (all[at + 1] ?? 0) * sin : (all[at - 1] ?? 0) * sin + value * cos,
    );
  });
}

/** A stretch of a line. `u` runs along the line and `v` across it, in page space rotated by the angle of the line. */
interface Run {
  readonly u0: number;
  readonly u1: number;
  readonly v0: number;
  readonly v1: number;
  readonly cos: number;
  readonly sin: number;
}

function runOf([x0, y0, x1, y1, x2, y2, x3, y3]: ShownGlyph['quad']): Run {
  const [length, height] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x3 - x0, y3 - y0)];
  const [cos, sin] =
    length > 1e-6
      ? [(x1 - x0) / length, (y1 - y0) / length]
      : height > 1e-6
        ? [(y3 - y0) / height, -(x3 - x0) / height]
        : [1, 0];
  const corners = [
    [x0, y0],
    [x1, y1],
    [x2, y2],
    [x3, y3],
  ] as const;
  const [us, vs] = [corners.map(([x, y]) => x * cos + y * sin), corners.map(([x, y]) => y * cos - x * sin)];
  return { u0: least(us), u1: greatest(us), v0: least(vs), v1: greatest(vs), cos, sin };
}

function isBeside(one: Run, other: Run): boolean {
  const height = Math.min(one.v1 - one.v0, other.v1 - other.v0);
  const reach = Math.max(one.v1 - one.v0, other.v1 - other.v0);
  const straight = Math.abs(one.cos - other.cos) < 0.02 && Math.abs(one.sin - other.sin) < 0.02;
  return (
    straight &&
    Math.min(one.v1, other.v1) - Math.max(one.v0, other.v0) > 0.5 * height &&
    one.u0 <= other.u1 + reach &&
    other.u0 <= one.u1 + reach
  );
}
