import { intersection } from '../state/boxes.ts';
import { numbersIn } from '../operands.ts';
import type { PaintedPath } from '../visitor.ts';
import type { Effect } from '../run.ts';
import { runPattern } from './patterns.ts';

/** Construction, clipping and painting of paths (ISO 32000-2, 8.5). */
export const pathEffects: Readonly<Record<string, Effect>> = {
  ...Object.fromEntries(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*'].map((operator) => [operator, construct])),
  S: painting(null, true),
  s: painting(null, true, true),
  f: painting('nonzero', false),
  F: painting('nonzero', false),
  'f*': painting('evenodd', false),
  B: painting('nonzero', true),
  'B*': painting('evenodd', true),
  b: painting('nonzero', true, true),
  'b*': painting('evenodd', true, true),
  n: painting(null, false),
};

function construct(...[run, operation]: Parameters<Effect>): void {
  run.path.add(operation, numbersIn(operation.operands), run.state.ctm);
}

function painting(fill: PaintedPath['fill'], stroke: boolean, close = false): Effect {
  return (run, operation) => {
    if (close) run.path.close();
    const { construction, subpaths, bounds, clip } = run.path.take();
    run.options.visitor.path?.({ operation, construction, subpaths, bounds, fill, stroke, clip }, run.context);
    if (fill !== null) runPattern(run, run.state.fill, bounds);
    if (stroke) runPattern(run, run.state.stroke, bounds);
    if (clip !== null) run.state = { ...run.state, clip: intersection(run.state.clip, bounds) };
  };
}
