import type { CffObjects } from '../cff.ts';
import { operandLength, type1Operand, type2Operand } from './charstring-operand.ts';

/** Subroutines within each other, and operators of one glyph: more are a trap. */
const maxCount = { depth: 10, steps: 20_000 };

/** Operators that clear the stack, with the number of operands that they take themselves; -1: an even number. */
const clearing: Readonly<Record<number, number>> = {
  1: -1,
  3: -1,
  18: -1,
  23: -1,
  19: -1,
  20: -1,
  21: 2,
  22: 1,
  4: 1,
  14: 0,
};

/**
 * The width that a Type 2 charstring starts with (Adobe technical note 5177, 3.1): the difference from the nominal
 * width, or null for the default width.
 */
export function type2Width(code: Buffer, locals: CffObjects, globals: CffObjects): number | null {
  const stack: number[] = [];
  let steps = 0;

  function run(bytes: Buffer, depth: number): number | null | undefined {
    for (let at = 0; at < bytes.length && (steps += 1) < maxCount.steps;) {
      const first = bytes[at] ?? 0;
      if (first >= 32 || first === 28) {
        stack.push(type2Operand(bytes, at));
        at += operandLength(first);
        continue;
      }
      at += 1;
      const own = clearing[first];
      if (own !== undefined) {
        const extra =
          own < 0
            ? stack.length % 2 === 1
            : first === 14
              ? stack.length === 1 || stack.length === 5
              : stack.length > own;
        return extra ? (stack[0] ?? 0) : null;
      }
      if (first === 10 || first === 29) {
        const list = first === 10 ? locals : globals;
        const bias = list.count < 1240 ? 107 : list.count < 33_900 ? 1131 : 32_768;
        const routine = list.item((stack.pop() ?? 0) + bias);
        const found = routine === undefined || depth >= maxCount.depth ? undefined : run(routine, depth + 1);
        if (found !== undefined) return found;
      } else if (first === 11) return undefined;
      else return null;
    }
    return undefined;
  }

  return run(code, 0) ?? null;
}

/**
 * The width that a Type 1 charstring sets by `hsbw` or `sbw` (Adobe Type 1 Font Format, 6.4); null where it sets none.
 */
export function type1Width(code: Buffer): number | null {
  const stack: number[] = [];
  for (let at = 0; at < code.length;) {
    const first = code[at] ?? 0;
    if (first >= 32) {
      stack.push(type1Operand(code, at));
      at += operandLength(first);
      continue;
    }
    at += 1;
    if (first === 13) return stack[1] ?? null;
    if (first === 12 && code[at] === 7) return stack[2] ?? null;
    else if (first === 12 && code[at] === 12) {
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / (divisor || 1));
      at += 1;
    } else return null;
  }
  return null;
}
