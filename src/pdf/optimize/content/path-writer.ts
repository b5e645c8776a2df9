import type { Operation } from '../../content/operation.ts';
import type { CompactWriter } from './compact-writer.ts';

interface Step {
  readonly operator: string;
  readonly numbers: readonly number[];
}

/** Operators that fill or clip, and so close open subpaths (ISO 32000-2, 8.5.3). */
const closing: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'n']);

/** Points of a subpath that readers may recognise as a rectangle and draw differently. */
const maxOfRectangle = 5;

/** Holds a path until it is painted, and writes it without segments that painting implies. */
export class PathWriter {
  readonly #writer: CompactWriter;
  #steps: Step[] = [];

  constructor(writer: CompactWriter) {
    this.#writer = writer;
  }

  /** False for an operation that is no part of a path, or is broken: the caller writes it. */
  add({ operator, operands }: Operation): boolean {
    const count = operandsOf[operator];
    if (count === undefined || operands.length !== count || !operands.every((operand) => typeof operand === 'number'))
      return false;
    this.#steps.push({ operator, numbers: operands });
    return true;
  }

  /** Writes the path before `painting` or any other operator, with `digits` decimals, if given. */
  flush(painting: string, digits: number | undefined): void {
    const steps = closing.has(painting) ? subpaths(this.#steps).flatMap(unclosed) : this.#steps;
    this.#steps = [];
    for (const { operator, numbers } of steps) {
      for (const number of numbers) this.#writer.operand(number, digits);
      this.#writer.word(operator);
    }
  }
}

const operandsOf: Readonly<Record<string, number>> = { m: 2, l: 2, c: 6, v: 4, y: 4, h: 0, re: 4, W: 0, 'W*': 0 };

function subpaths(steps: readonly Step[]): Step[][] {
  const parts: Step[][] = [];
  for (const step of steps) {
    const last = parts.at(-1);
    if (last === undefined || step.operator === 'm' || step.operator === 're' || step.operator.startsWith('W'))
      parts.push([step]);
    else last.push(step);
  }
  return parts;
}

/** The steps without `h`, and without a line back to the start. */
function unclosed(steps: readonly Step[]): readonly Step[] {
  const [first] = steps;
  if (first?.operator !== 'm' || steps.at(-1)?.operator !== 'h' || steps.length <= maxOfRectangle + 1) return steps;
  const open = steps.slice(0, -1);
  if (open.some(({ operator }) => operator === 'h')) return steps;
  const last = open.at(-1);
  const back = last?.operator === 'l' && last.numbers[0] === first.numbers[0] && last.numbers[1] === first.numbers[1];
  return back ? open.slice(0, -1) : open;
}
