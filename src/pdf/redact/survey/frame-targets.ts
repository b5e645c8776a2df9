import type { Frame } from '../../content/state/frame.ts';
import { inverse } from '../../geometry/matrix.ts';
import type { ScannedFrame } from './page-scan.ts';
import { boundsOf, mapped, polygonOf } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';

/**
 * The targets in a frame. None in glyph procedures and in patterns, which occur at many places; if only one cell of a
 * pattern is visible, targets are moved to that cell.
 */
export function targetsIn({ frame }: ScannedFrame, targets: readonly Target[]): readonly Target[] {
  for (let around: Frame | null = frame; around !== null; around = around.parent) {
    if (around.kind === 'glyph') return [];
    if (around.kind === 'pattern') return movedToCell(around, targets);
  }
  return targets;
}

function movedToCell({ tiling, base }: Frame, targets: readonly Target[]): readonly Target[] {
  if (!tiling?.painted) return [];
  const back = inverse(base);
  if (back === null) return [];
  const [x0, y0, x1, y1] = boundsOf(mapped(back, polygonOf(tiling.painted)));
  const [left, bottom, right, top] = tiling.bbox;
  const [xStep, yStep] = [Math.abs(tiling.xStep) || right - left, Math.abs(tiling.yStep) || top - bottom];
  const [fromX, toX] = [Math.ceil((x0 - right) / xStep + 1e-6), Math.floor((x1 - left) / xStep - 1e-6)];
  const [fromY, toY] = [Math.ceil((y0 - top) / yStep + 1e-6), Math.floor((y1 - bottom) / yStep - 1e-6)];
  if (fromX !== toX || fromY !== toY) return [];
  const [dx, dy] = [fromX * xStep * Math.sign(tiling.xStep || 1), fromY * yStep * Math.sign(tiling.yStep || 1)];
  const [ox, oy] = [base[0] * dx + base[2] * dy, base[1] * dx + base[3] * dy];
  return targets.map((target) => {
    const polygon = mapped([1, 0, 0, 1, -ox, -oy], target.polygon);
    return { ...target, polygon, bounds: boundsOf(polygon) };
  });
}
