/** A procedure of a PostScript calculator function (ISO 32000-2, 7.10.5): numbers, operators and procedures. */
export type Procedure = readonly (number | string | Procedure)[];

const maxCount = { tokens: 20_000, depth: 32, stack: 100, steps: 100_000 };

/** Null for an invalid procedure. */
export function readCalculator(text: string): Procedure | null {
  const tokens = text.replaceAll(/%[^\n\r]*/g, ' ').match(/[{}]|[^\s{}]+/g) ?? [];
  if (tokens.length > maxCount.tokens || tokens[0] !== '{') return null;
  let at = 1;
  const read = (depth: number): Procedure | null => {
    const items: (number | string | Procedure)[] = [];
    for (; at < tokens.length;) {
      const token = tokens[at++] ?? '';
      if (token === '}') return items;
      const item =
        token === '{'
          ? depth > maxCount.depth
            ? null
            : read(depth + 1)
          : Number.isFinite(Number(token))
            ? Number(token)
            : token;
      if (item === null) return null;
      items.push(item);
    }
    return null;
  };
  return read(0);
}

type Binary = (a: number, b: number) => number;

const degrees = 180 / Math.PI;

const binary: Readonly<Record<string, Binary>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  idiv: (a, b) => Math.trunc(a / b),
  mod: (a, b) => a % b,
  exp: (a, b) => a ** b,
  atan: (a, b) => (Math.atan2(a, b) * degrees + 360) % 360,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  bitshift: (a, b) => (b >= 0 ? a << b : a >> -b),
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  gt: (a, b) => Number(a > b),
  ge: (a, b) => Number(a >= b),
  lt: (a, b) => Number(a < b),
  le: (a, b) => Number(a <= b),
};

const unary: Readonly<Record<string, (a: number) => number>> = {
  abs: Math.abs,
  neg: (a) => -a,
  ceiling: Math.ceil,
  floor: Math.floor,
  round: Math.round,
  truncate: Math.trunc,
  sqrt: Math.sqrt,
  sin: (a) => Math.sin(a / degrees),
  cos: (a) => Math.cos(a / degrees),
  ln: Math.log,
  log: Math.log10,
  cvi: Math.trunc,
  cvr: (a) => a,
  not: (a) => (a === 0 ? 1 : a === 1 ? 0 : ~a),
};

/** The results of a procedure for inputs. Booleans are 1 and 0. */
export function runCalculator(procedure: Procedure, inputs: readonly number[]): number[] {
  const stack = [...inputs];
  let steps = 0;
  const pop = () => stack.pop() ?? 0;
  const run = (items: Procedure): void => {
    for (const [index, item] of items.entries()) {
      if ((steps += 1) > maxCount.steps || stack.length > maxCount.stack) return;
      if (typeof item === 'number') stack.push(item);
      else if (typeof item === 'string') operate(item, items, index);
    }
  };
  const operate = (operator: string, items: Procedure, index: number): void => {
    const [two, one] = [binary[operator], unary[operator]];
    if (two !== undefined) {
      const b = pop();
      stack.push(two(pop(), b));
    } else if (one !== undefined) stack.push(one(pop()));
    else if (operator === 'if' || operator === 'ifelse') {
      const [before, last] = [items[index - 2], items[index - 1]];
      const chosen = pop() !== 0 ? (operator === 'if' ? last : before) : operator === 'if' ? [] : last;
      if (Array.isArray(chosen)) run(chosen as Procedure);
    } else arrange(operator, stack, pop);
  };
  run(procedure);
  return stack;
}

function arrange(operator: string, stack: number[], pop: () => number): void {
  if (operator === 'pop') pop();
  else if (operator === 'true' || operator === 'false') stack.push(Number(operator === 'true'));
  else if (operator === 'dup') stack.push(stack.at(-1) ?? 0);
  else if (operator === 'exch') stack.push(...stack.splice(-2).reverse());
  else if (operator === 'copy') stack.push(...takeLast(stack, pop()));
  else if (operator === 'index') stack.push(stack.at(-1 - Math.max(0, pop())) ?? 0);
  else if (operator === 'roll') {
    const [by, count] = [pop(), pop()];
    const part = count >= 1 ? stack.splice(-Math.min(count, stack.length)) : [];
    const shift = part.length === 0 ? 0 : ((by % part.length) + part.length) % part.length;
    stack.push(...part.slice(part.length - shift), ...part.slice(0, part.length - shift));
  }
}

const takeLast = (stack: readonly number[], count: number): number[] =>
  count >= 1 && count <= stack.length && count <= maxCount.stack ? stack.slice(-count) : [];
