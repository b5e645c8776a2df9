import { multiply, type Matrix } from '../../geometry/matrix.ts';
import { Dict } from '../../objects/objects.ts';
import { numbersIn, numOf } from '../operands.ts';
import type { Effect } from '../run.ts';
import { runForm } from './forms.ts';

/** General graphics state (ISO 32000-2, 8.4.4). */
export const stateEffects: Readonly<Record<string, Effect>> = {
  q: (run) => {
    if (run.saved.length < run.options.budget.limits.saved) run.saved.push(run.state);
    else run.options.budget.ignoresSave();
  },
  Q: (run) => {
    run.state = run.saved.pop() ?? run.state;
  },
  cm: (run, { operands }) => {
    const numbers = numbersIn(operands);
    if (numbers.length === 6) run.state = { ...run.state, ctm: multiply(numbers as unknown as Matrix, run.state.ctm) };
  },
  w: (run, { operands }) => {
    run.state = { ...run.state, lineWidth: numbersIn(operands).at(-1) ?? run.state.lineWidth };
  },
  gs: (run, operation) => {
    const { file } = run.options;
    const dict = run.resource('ExtGState', operation.operands);
    if (!(dict instanceof Dict)) return;
    const width = file.number(dict.get('LW'));
    run.state = {
      ...run.state,
      external: [...run.state.external.slice(-15), dict],
      lineWidth: width ?? run.state.lineWidth,
    };
    const [font = null, size = null] = file.array(dict.get('Font')) ?? [];
    const found = file.dict(font);
    if (found !== null)
      run.setText({ ...run.state.text, font: run.opened(found), fontName: null, fontSize: file.number(size) ?? 0 });
    const group = file.dict(dict.get('SMask'))?.get('G') ?? null;
    const stream = file.stream(group);
    if (stream !== null) runForm(run, operation, { stream, num: numOf(group), kind: 'soft-mask' });
  },
};
