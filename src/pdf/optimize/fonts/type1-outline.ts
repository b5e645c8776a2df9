import { encodingOf } from '../../fonts/encodings/encodings.ts';
import { operandLength, type1Operand } from '../../fonts/programs/charstring-operand.ts';
import type { Outline, Stem, Step } from './outline.ts';
import type { Type1Program } from './type1.ts';

/** Subroutines within each other, and operators of a glyph. */
const maxCount = { depth: 20, steps: 50_000 };

/** Runs a charstring (Adobe Type 1 Font Format, 6, 8); null where it exceeds the limits or is malformed. */
export function outlineOf(program: Type1Program, name: string): Outline | null {
  const run = new Run(program);
  return run.glyph(name, 0, 0) ? run.outline() : null;
}

class Run {
  readonly #program: Type1Program;
  readonly #steps: Step[] = [];
  readonly #stems: { at: number; horizontal: Stem[]; vertical: Stem[] }[] = [{ at: 0, horizontal: [], vertical: [] }];
  #stack: number[] = [];
  #postscript: number[] = [];
  #flex: number[] | null = null;
  #x = 0;
  #y = 0;
  #originX = 0;
  #originY = 0;
  #bearing = 0;
  #width: number | null = null;
  #accents = false;
  #ended = false;
  #count = 0;

  constructor(program: Type1Program) {
    this.#program = program;
  }

  outline(): Outline | null {
    return this.#width === null
      ? null
      : { width: this.#width, steps: this.#steps, stems: this.#accents ? [] : this.#stems };
  }

  glyph(name: string, x: number, y: number): boolean {
    const code = this.#program.glyphs.get(name);
    if (code === undefined) return false;
    [this.#originX, this.#originY, this.#stack, this.#postscript, this.#flex, this.#ended] = [
      x,
      y,
      [],
      [],
      null,
      false,
    ];
    return this.#run(code, 0) && this.#ended;
  }

  #run(code: Buffer, depth: number): boolean {
    if (depth > maxCount.depth) return false;
    for (let at = 0; at < code.length && !this.#ended;) {
      if ((this.#count += 1) > maxCount.steps) return false;
      const first = code[at] ?? 0;
      if (first >= 32) {
        this.#stack.push(type1Operand(code, at));
        at += operandLength(first);
        continue;
      }
      at += 1;
      if (first === 11) return true;
      if (first === 10) {
        const routine = this.#program.subrs.get(this.#stack.pop() ?? -1);
        if (routine === undefined || !this.#run(routine, depth + 1)) return false;
        continue;
      }
      const operator = first === 12 ? 1200 + (code[at] ?? 0) : first;
      if (first === 12) at += 1;
      if (!this.#do(operator, depth)) return false;
    }
    return true;
  }

  #do(operator: number, depth: number): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#stack;
    switch (operator) {
      case 1:
      case 3:
        this.#stem(operator === 1, a, b);
        break;
      case 1201:
      case 1202:
        [
          [a, b],
          [c, d],
          [e, f],
        ].forEach(([edge = 0, width = 0]) => {
          this.#stem(operator === 1202, edge, width);
        });
        break;
      case 4:
        this.#move(0, a);
        break;
      case 5:
        this.#line(a, b);
        break;
      case 6:
        this.#line(a, 0);
        break;
      case 7:
        this.#line(0, a);
        break;
      case 8:
        this.#curve([a, b, c, d, e, f]);
        break;
      case 9:
      case 1200:
        break;
      case 13:
        this.#start(a, 0, b);
        break;
      case 1207:
        this.#start(a, b, c);
        break;
      case 14:
        this.#ended = true;
        break;
      case 21:
        this.#move(a, b);
        break;
      case 22:
        this.#move(a, 0);
        break;
      case 30:
        this.#curve([0, a, b, c, d, 0]);
        break;
      case 31:
        this.#curve([a, 0, b, c, 0, d]);
        break;
      case 1206:
        return this.#accented([a, b, c, d, e], depth);
      case 1212: {
        const divisor = this.#stack.pop() ?? 1;
        this.#stack.push((this.#stack.pop() ?? 0) / divisor);
        return Number.isFinite(this.#stack.at(-1));
      }
      case 1216:
        return this.#other();
      case 1217:
        this.#stack.push(this.#postscript.pop() ?? 0);
        return true;
      case 1233:
        break;
      default:
        return false;
    }
    this.#stack = [];
    return true;
  }

  #start(x: number, y: number, width: number): void {
    this.#width ??= width;
    this.#bearing = x;
    [this.#x, this.#y] = [this.#originX + x, this.#originY + y];
  }

  #stem(horizontal: boolean, edge: number, width: number): void {
    const group = this.#stems.at(-1);
    if (horizontal) group?.horizontal.push([edge, width]);
    else group?.vertical.push([edge + this.#bearing, width]);
  }

  #move(x: number, y: number): void {
    this.#to(x, y);
    if (this.#flex === null) this.#steps.push({ kind: 'move', points: [this.#x, this.#y] });
    else this.#flex.push(this.#x, this.#y);
  }

  #line(x: number, y: number): void {
    this.#to(x, y);
    this.#steps.push({ kind: 'line', points: [this.#x, this.#y] });
  }

  #curve([a, b, c, d, e, f]: readonly [number, number, number, number, number, number]): void {
    const points = [
      [a, b],
      [c, d],
      [e, f],
    ].flatMap(([x = 0, y = 0]) => {
      this.#to(x, y);
      return [this.#x, this.#y];
    });
    this.#steps.push({ kind: 'curve', points });
  }

  #to(x: number, y: number): void {
    this.#x += x;
    this.#y += y;
  }

  /** `seac` (6.4): a base and an accent, by their codes in StandardEncoding. */
  #accented([bearing, x, y, base, accent]: readonly [number, number, number, number, number], depth: number): boolean {
    if (depth > 0 || this.#originX !== 0 || this.#originY !== 0) return false;
    const standard = encodingOf('StandardEncoding');
    const own = this.#bearing;
    this.#accents = true;
    const drawn =
      this.glyph(standard.get(base) ?? '', 0, 0) && this.glyph(standard.get(accent) ?? '', own + x - bearing, y);
    this.#ended = true;
    return drawn;
  }

  /** `callothersubr`: flex (0 to 2), hint replacement (3); what is not known takes its operands away (8.4). */
  #other(): boolean {
    const number = this.#stack.pop() ?? -1;
    const count = this.#stack.pop() ?? 0;
    const operands = count <= 0 ? [] : this.#stack.splice(-count);
    if (number === 1) this.#flex = [];
    else if (number === 3) {
      this.#stems.push({ at: this.#steps.length, horizontal: [], vertical: [] });
      this.#postscript = [operands[0] ?? 3];
    } else if (number === 0) {
      const points = this.#flex ?? [];
      if (points.length !== 14) return false;
      this.#flex = null;
      this.#steps.push({ kind: 'curve', points: points.slice(2, 8) }, { kind: 'curve', points: points.slice(8, 14) });
      this.#postscript = [this.#y, this.#x];
    } else if (number !== 2) this.#postscript = [...operands].reverse();
    return number >= 0;
  }
}
