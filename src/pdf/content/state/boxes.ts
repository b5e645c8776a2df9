import type { Matrix } from '../../geometry/matrix.ts';
import type { Box } from '../../file/pdf-file.ts';

/** The common area of two boxes. A null first box is unlimited; without a common area the result has no extent. */
export function intersection(one: Box | null, other: Box | null): Box {
  if (other === null) return [0, 0, 0, 0];
  if (one === null) return other;
  const box: Box = [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
  return box[2] >= box[0] && box[3] >= box[1] ? box : [0, 0, 0, 0];
}

/** The upright box around a transformed unit square, which is the area of an image (ISO 32000-2, 8.9.5). */
export function unitBox([a, b, c, d, e, f]: Matrix): Box {
  return [
    e + Math.min(0, a, c, a + c),
    f + Math.min(0, b, d, b + d),
    e + Math.max(0, a, c, a + c),
    f + Math.max(0, b, d, b + d),
  ];
}

/** The upright box around quads; null without any. */
export function quadsBox(quads: readonly (readonly number[])[]): Box | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const quad of quads) {
    for (let at = 0; at < 8; at += 2) {
      [x0, x1] = [Math.min(x0, quad[at] ?? 0), Math.max(x1, quad[at] ?? 0)];
      [y0, y1] = [Math.min(y0, quad[at + 1] ?? 0), Math.max(y1, quad[at + 1] ?? 0)];
    }
  }
  return x1 >= x0 ? [x0, y0, x1, y1] : null;
}
