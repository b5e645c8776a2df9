import { Name } from '../../objects/objects.ts';
import type { Color } from '../state/graphics-state.ts';
import type { Operation } from '../operation.ts';
import type { Run, Effect } from '../run.ts';

/** Colours of filling and of stroking (ISO 32000-2, 8.6.8). */
export const colorEffects: Readonly<Record<string, Effect>> = {
  ...Object.fromEntries(
    [
      ['g', 'DeviceGray'],
      ['rg', 'DeviceRGB'],
      ['k', 'DeviceCMYK'],
    ].flatMap(([operator = '', device = '']) => {
      const space = new Name(device);
      const color = ({ operands }: Operation): Color => ({
        space,
        components: operands.filter((operand) => typeof operand === 'number'),
        pattern: null,
      });
      return sides(operator, (_run, operation) => color(operation));
    }),
  ),
  ...Object.fromEntries(
    sides('cs', (run, { operands }) => ({
      space: run.resource('ColorSpace', operands) ?? operands.at(-1) ?? null,
      components: [],
      pattern: null,
    })),
  ),
  ...Object.fromEntries([...sides('sc', component), ...sides('scn', component)]),
};

/** Lower-case operators set the fill colour, upper-case ones the stroke colour. */
function sides(
  operator: string,
  colorOf: (run: Run, operation: Operation, before: Color) => Color,
): [string, Effect][] {
  return [
    [
      operator,
      (run, operation) => {
        run.state = { ...run.state, fill: colorOf(run, operation, run.state.fill) };
      },
    ],
    [
      operator.toUpperCase(),
      (run, operation) => {
        run.state = { ...run.state, stroke: colorOf(run, operation, run.state.stroke) };
      },
    ],
  ];
}

function component(run: Run, operation: Operation, before: Color): Color {
  const { operands } = operation;
  const name = operands.at(-1);
  const pattern =
    name instanceof Name
      ? { name: name.value, object: run.entry('Pattern', operands), operation, frame: run.frame }
      : null;
  return { ...before, components: operands.filter((operand) => typeof operand === 'number'), pattern };
}
