import { multiply } from '../../geometry/matrix.ts';
import type { Stream } from '../../objects/objects.ts';
import type { Operation } from '../operation.ts';
import { matrixOf } from '../operands.ts';
import type { Run } from '../run.ts';

/** Runs a form, or the group of a soft mask (ISO 32000-2, 8.10, 11.6.5). */
export function runForm(
  run: Run,
  operation: Operation,
  { stream, num, kind }: { readonly stream: Stream; readonly num: number; readonly kind: 'form' | 'soft-mask' },
): void {
  const { file, interpreter } = run.options;
  const base = multiply(matrixOf(file, stream.dict.get('Matrix')), run.state.ctm);
  interpreter.run({ ...run.child(stream, num, operation), kind, base }, { ...run.state, ctm: base }, run.mark);
}
