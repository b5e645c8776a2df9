import { Dict, Name } from '../../objects/objects.ts';
import type { Operation } from '../operation.ts';
import type { Run, Effect } from '../run.ts';
import type { Mark } from '../visitor.ts';

/** Marked-content sequences (ISO 32000-2, 14.6.2). */
export const markEffects: Readonly<Record<string, Effect>> = {
  BMC: begin,
  BDC: begin,
  // A sequence ends in the stream where it began.
  EMC: (run) => {
    const { mark } = run;
    if (mark?.frame !== run.frame) return;
    run.mark = mark.parent;
    run.options.visitor.endMark?.(mark, run.context);
  },
};

function begin(run: Run, operation: Operation): void {
  const { file, visitor } = run.options;
  const { operands } = operation;
  const tag = operands[0];
  const written = operation.operator === 'BDC' ? operands.at(-1) : null;
  const properties = written instanceof Name ? run.resource('Properties', operands) : (written ?? null);
  const own = properties instanceof Dict ? properties : null;
  const mark: Mark = {
    tag: tag instanceof Name ? tag.value : '',
    properties: own,
    name: written instanceof Name ? written.value : null,
    mcid: own === null ? null : file.number(own.get('MCID')),
    operation,
    frame: run.frame,
    parent: run.mark,
  };
  run.mark = mark;
  visitor.mark?.(mark, run.context);
}
