import { openPrint } from './page-content.ts';
import { operator, Operators } from './operators.ts';

const op = { q: operator('q'), Q: operator('Q'), cm: operator('cm'), Tj: operator('Tj') };

/** Bytes of content that are searched for text: a few milliseconds. */
const maxBytes = 500_000;

/**
 * Points per CSS pixel of the first text on the first page of a printed file (ISO 32000-2, 8.3.4): 0.75, unless the
 * print made everything smaller. `null` where the first bytes of its content show none outside of form XObjects.
 */
export function printedScale(pdf: Uint8Array): number | null {
  const [first] = openPrint(pdf).pages;
  return first === undefined ? null : scaleOfText(new Operators(first().content.subarray(0, maxBytes)));
}

/** The scale of the CTM at the first text. */
function scaleOfText(operators: Operators): number | null {
  const states: (readonly [a: number, b: number, c: number, d: number])[] = [];
  let state: (typeof states)[number] = [1, 0, 0, 1];
  for (let name = operators.next(); name !== 0; name = operators.next()) {
    const { numbers, count } = operators;
    if (name === op.Tj) return Math.hypot(state[0], state[1]);
    if (name === op.q) states.push(state);
    else if (name === op.Q) state = states.pop() ?? state;
    else if (name === op.cm) {
      const [a = 1, b = 0, c = 0, d = 1] = numbers.subarray(count - 6, count);
      const [A, B, C, D] = state;
      state = [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D];
    }
  }
  return null;
}
