import { around, everywhere, meet, type Area } from './area.ts';
import { identity, multiply, type Matrix } from '../../geometry/matrix.ts';
import { operator, Operators, stringBytes } from './operators.ts';
import type { PrintedFont } from './printed-font.ts';
import { Line, longestLine, type Shown } from './shown-line.ts';

/** What a content stream refers to. */
export interface Surroundings {
  font(name: string): PrintedFont | null;
  /** The content of a form XObject, with its matrix; null for anything else. */
  form(name: string): { readonly bytes: Buffer; readonly matrix: Matrix; readonly surroundings: Surroundings } | null;
}

interface State {
  readonly ctm: Matrix;
  readonly clip: Area;
}

const op = {
  q: operator('q'),
  Q: operator('Q'),
  cm: operator('cm'),
  re: operator('re'),
  m: operator('m'),
  l: operator('l'),
  c: operator('c'),
  W: operator('W'),
  Wx: operator('W*'),
  BT: operator('BT'),
  ET: operator('ET'),
  Tf: operator('Tf'),
  Tm: operator('Tm'),
  Td: operator('Td'),
  Tj: operator('Tj'),
  BDC: operator('BDC'),
  BMC: operator('BMC'),
  EMC: operator('EMC'),
  Do: operator('Do'),
};

/** What ends a path (8.5.3), with or without painting it. */
const painting = new Set(['n', 'f', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*'].map(operator));

/** Forms within each other. */
const maxDepth = 12;

type MutableMatrix = [...Matrix];

const mutable = ([a, b, c, d, e, f]: Matrix): MutableMatrix => [a, b, c, d, e, f];

/** Changes a matrix: moves its origin, in its own space. */
function translate(matrix: MutableMatrix, x: number, y: number): void {
  matrix[4] += x * matrix[0] + y * matrix[2];
  matrix[5] += x * matrix[1] + y * matrix[3];
}

/** Tells `show` every line of text of a content stream of a printed page, in order, and of the forms that it draws. */
export function scanText(bytes: Buffer, surroundings: Surroundings, show: (line: Shown) => void): void {
  new TextScan(
    bytes,
    { surroundings, show, line: new Line(), string: new Uint8Array(longestLine), depth: 0 },
    { ctm: identity, clip: everywhere },
  ).run();
}

interface Scanning {
  readonly surroundings: Surroundings;
  readonly show: (line: Shown) => void;
  readonly line: Line;
  /** Room for the bytes of a string. */
  readonly string: Uint8Array;
  readonly depth: number;
}

/** One content stream: the graphics state as far as text depends on it (ISO 32000-2, 8.4, 9.4), and marked content. */
class TextScan {
  readonly #operators: Operators;
  readonly #scanning: Scanning;
  readonly #states: State[] = [];
  #state: State;
  #path: Area | null = null;
  #clipping = false;
  #font: PrintedFont | null = null;
  #size = 0;
  /** The text line matrix (9.4.2), times the CTM, which stays the same within a text object. */
  #textLine = mutable(identity);
  #marks = 0;
  #actual: { readonly text: string; readonly depth: number } | null = null;

  constructor(bytes: Buffer, scanning: Scanning, state: State) {
    this.#operators = new Operators(bytes);
    this.#scanning = scanning;
    this.#state = state;
  }

  run(): void {
    for (let name = this.#operators.next(); name !== 0; name = this.#operators.next())
      if (!this.#text(name) && !this.#graphics(name)) this.#content(name);
  }

  /** An operand, counted from the last one. */
  #at(back: number): number {
    return this.#operators.numbers[this.#operators.count - back] ?? 0;
  }

  #matrix(): Matrix {
    return [this.#at(6), this.#at(5), this.#at(4), this.#at(3), this.#at(2), this.#at(1)];
  }

  #graphics(name: number): boolean {
    switch (name) {
      case op.q:
        this.#states.push(this.#state);
        return true;
      case op.Q:
        this.#state = this.#states.pop() ?? this.#state;
        return true;
      case op.cm:
        this.#state = { ...this.#state, ctm: multiply(this.#matrix(), this.#state.ctm) };
        return true;
      case op.re:
        return this.#reach([
          this.#at(4),
          this.#at(3),
          this.#at(4) + this.#at(2),
          this.#at(3) + this.#at(1),
          this.#at(4),
          this.#at(3) + this.#at(1),
          this.#at(4) + this.#at(2),
          this.#at(3),
        ]);
      case op.m:
      case op.l:
        return this.#reach([this.#at(2), this.#at(1)]);
      case op.c:
        return this.#reach(this.#matrix());
      case op.W:
      case op.Wx:
        this.#clipping = true;
        return true;
      default:
        return painting.has(name) && this.#endPath();
    }
  }

  #reach(points: readonly number[]): true {
    this.#path = around(this.#path, this.#state.ctm, points);
    return true;
  }

  #endPath(): true {
    if (this.#clipping && this.#path !== null)
      this.#state = { ...this.#state, clip: meet(this.#state.clip, this.#path) };
    this.#path = null;
    this.#clipping = false;
    return true;
  }

  #text(name: number): boolean {
    switch (name) {
      case op.Td:
        translate(this.#textLine, this.#at(2), this.#at(1));
        return true;
      case op.Tj:
        this.#show();
        return true;
      case op.BT:
        this.#textLine = mutable(this.#state.ctm);
        return true;
      case op.Tm:
        this.#textLine = mutable(multiply(this.#matrix(), this.#state.ctm));
        return true;
      case op.Tf:
        this.#choose(this.#scanning.surroundings.font(this.#operators.name()));
        return true;
      case op.ET:
        this.#endLine();
        return true;
      default:
        return false;
    }
  }

  #choose(font: PrintedFont | null): void {
    if (font !== this.#font) this.#endLine();
    this.#font = font;
    this.#size = this.#at(1);
  }

  #show(): void {
    if (this.#font === null) return;
    const { line, string } = this.#scanning;
    const length = this.#stringBytes();
    line.add(string, length, {
      font: this.#font,
      size: this.#size,
      matrix: this.#textLine,
      actual: this.#actual?.text,
    });
  }

  #endLine(): void {
    const shown = this.#font === null ? null : this.#scanning.line.take(this.#font, this.#state.ctm, this.#state.clip);
    if (shown !== null) this.#scanning.show(shown);
  }

  #stringBytes(): number {
    const { bytes, stringStart, stringEnd } = this.#operators;
    return stringBytes(bytes, stringStart, stringEnd, this.#scanning.string);
  }

  /** Marked content (14.6) and forms (8.10). */
  #content(name: number): void {
    if (name === op.BMC || name === op.BDC) {
      this.#marks += 1;
      if (
        name === op.BDC &&
        this.#operators.stringEnd > this.#operators.stringStart &&
        this.#operators.name() === 'ActualText'
      )
        this.#actual = { text: this.#textString(), depth: this.#marks };
    } else if (name === op.EMC) {
      if (this.#actual?.depth === this.#marks) this.#actual = null;
      this.#marks -= 1;
    } else if (name === op.Do) this.#form();
  }

  /** A text string in UTF-16BE with its mark (7.9.2.2), as Skia writes it. */
  #textString(): string {
    const length = this.#stringBytes();
    return Buffer.from(this.#scanning.string.subarray(2, length & ~1))
      .swap16()
      .toString('utf16le');
  }

  #form(): void {
    const { surroundings, depth } = this.#scanning;
    const form = depth < maxDepth ? surroundings.form(this.#operators.name()) : null;
    if (form === null) return;
    new TextScan(
      form.bytes,
      { ...this.#scanning, surroundings: form.surroundings, depth: depth + 1 },
      { ...this.#state, ctm: multiply(form.matrix, this.#state.ctm) },
    ).run();
  }
}
