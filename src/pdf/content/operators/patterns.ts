import { multiply } from '../../geometry/matrix.ts';
import type { Color } from '../state/graphics-state.ts';
import type { Box } from '../../file/pdf-file.ts';
import { matrixOf, numbersOf, numOf } from '../operands.ts';
import type { Run } from '../run.ts';

/**
 * Runs the cell of a tiling pattern (ISO 32000-2, 8.7.3) if the colour is one. `painted` is the box of the painted
 * object.
 */
export function runPattern(run: Run, { pattern }: Color, painted: Box | null): void {
  const { file, interpreter } = run.options;
  const stream = pattern === null ? null : file.stream(pattern.object);
  if (pattern === null || stream === null) return;
  const { dict } = stream;
  const base = multiply(matrixOf(file, dict.get('Matrix')), pattern.frame.base);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(file, dict.get('BBox'));
  const tiling = {
    xStep: file.number(dict.get('XStep')) ?? 0,
    yStep: file.number(dict.get('YStep')) ?? 0,
    bbox: [x0, y0, x1, y1] as const,
    painted,
  };
  const child = run.child(stream, numOf(pattern.object), pattern.operation);
  interpreter.run(
    { ...child, kind: 'pattern', name: pattern.name, parent: pattern.frame, depth: run.frame.depth + 1, base, tiling },
    undefined,
    run.mark,
  );
}
