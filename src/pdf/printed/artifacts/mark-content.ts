import { identity, multiply, type Matrix } from '../../geometry/matrix.ts';
import { operator, Operators } from '../text/operators.ts';
import { endOfMark } from './end-of-mark.ts';
import { betweenMargins, matrixOf, type Between } from './between-margins.ts';

/** What content outside of the structure is to assistive technology (ISO 32000-2, 14.8.2.2). */
type Kind = 'Header' | 'Footer' | 'Layout';

const begin: Readonly<Record<Kind, Buffer>> = {
  Header: Buffer.from('\n/Artifact <</Type /Pagination /Subtype /Header>>BDC'),
  Footer: Buffer.from('\n/Artifact <</Type /Pagination /Subtype /Footer>>BDC'),
  Layout: Buffer.from('\n/Artifact <</Type /Layout>>BDC'),
};
const end = Buffer.from('\nEMC');

/** A stretch of content that becomes one artifact: offsets of the first byte and of the one after the last. */
interface Run {
  readonly start: number;
  end: number;
  readonly kind: Kind;
  /** How many marks are open where it begins: it ends before one of these does. */
  readonly marks: number;
}

/** Facts about the tagged forms that a content stream draws, from outside the stream. */
export interface ContentSurroundings {
  /**
   * True for a form XObject of that name that has tagged content of its own. Such a form is marked by itself, where it
   * is drawn outside of marks.
   */
  readonly isTaggedForm: (name: string) => boolean;
  /** Called with the name of each such form that is drawn outside of marks. */
  readonly onTaggedForm: (name: string) => void;
}

const op = {
  q: operator('q'),
  Q: operator('Q'),
  cm: operator('cm'),
  W: operator('W'),
  Wx: operator('W*'),
  BT: operator('BT'),
  ET: operator('ET'),
  Tm: operator('Tm'),
  Tj: operator('Tj'),
  TJ: operator('TJ'),
  BDC: operator('BDC'),
  BMC: operator('BMC'),
  EMC: operator('EMC'),
  Do: operator('Do'),
  sh: operator('sh'),
  n: operator('n'),
};
const constructing = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're'].map(operator));
const painting = new Set(['f', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*'].map(operator));

/**
 * Marks everything that a content stream of Chromium paints outside of marked content as an artifact: text in the
 * margins as header or footer, the rest (rules, backgrounds, what is hidden from assistive technology) as layout.
 * `null` where there is nothing to mark.
 */
export function markContent(bytes: Buffer, surroundings: ContentSurroundings): Buffer | null {
  const runs = new Marking(bytes, surroundings).run();
  if (runs === null || runs.length === 0) return null;
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end: stop, kind } of runs) {
    parts.push(bytes.subarray(at, start), begin[kind], bytes.subarray(start, stop), end);
    at = stop;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}

class Marking {
  readonly #bytes: Buffer;
  readonly #operators: Operators;
  readonly #surroundings: ContentSurroundings;
  readonly #runs: Run[] = [];
  #open: Run | null = null;
  /** How many more `q` than `Q` came since the open run began. */
  #states = 0;
  /** `null` once the margins are painted. */
  #between: Between | null;
  /** While they are painted: the transformation, and those to which `Q` goes back. */
  #matrix = identity;
  readonly #matrices: Matrix[] = [];
  /**
   * For each open mark, true where it makes its content tagged or an artifact. A replacement text or a direction does
   * neither.
   */
  readonly #marks: boolean[] = [];
  #tags = 0;
  /** End of the operator before. */
  #before = 0;
  /** Where the path that is being constructed begins. */
  #path: number | null = null;
  /** Where the text object that is open begins, and how many marks are open there; -1 outside of text objects. */
  #text = 0;
  #textMarks = -1;
  #textKind: Kind = 'Layout';

  constructor(bytes: Buffer, surroundings: ContentSurroundings) {
    this.#bytes = bytes;
    this.#operators = new Operators(bytes);
    this.#surroundings = surroundings;
    this.#between = betweenMargins(bytes);
  }

  /** The stretches to mark, in order; `null` where marks and text objects are not nested as Chromium nests them. */
  run(): Run[] | null {
    const operators = this.#operators;
    for (let name = operators.next(); name !== 0; name = operators.next()) {
      if (constructing.has(name)) this.#path ??= this.#before;
      else if (painting.has(name)) this.#paintPath();
      else if (!this.#state(name) && !this.#textObject(name) && !this.#content(name)) return null;
      this.#before = operators.end;
    }
    this.#close();
    return this.#runs;
  }

  #paintPath(): void {
    this.#paint(this.#path ?? this.#before, 'Layout');
    this.#path = null;
  }

  #state(name: number): boolean {
    switch (name) {
      case op.q:
        this.#states += 1;
        if (this.#between !== null) this.#matrices.push(this.#matrix);
        return true;
      case op.Q:
        this.#states -= 1;
        if (this.#between !== null) this.#matrix = this.#matrices.pop() ?? identity;
        if (this.#states < 0) this.#close();
        return true;
      case op.cm:
        if (this.#between !== null) this.#matrix = multiply(matrixOf(this.#operators), this.#matrix);
        return true;
      case op.W:
      case op.Wx:
        if (this.#matrices.length === 1) this.#between = null;
        return true;
      case op.n:
        this.#path = null;
        return true;
      default:
        return false;
    }
  }

  #textObject(name: number): boolean {
    switch (name) {
      case op.BT:
        this.#text = this.#before;
        this.#textMarks = this.#marks.length;
        this.#textKind = 'Layout';
        return true;
      case op.Tm:
        if (this.#between !== null) this.#textKind = this.#kindAt(this.#between);
        return true;
      case op.Tj:
      case op.TJ:
        this.#paint(this.#text, this.#textKind);
        return true;
      case op.ET:
        if (this.#open !== null && this.#open.end > this.#text) this.#open.end = this.#operators.end;
        this.#textMarks = -1;
        return true;
      default:
        return false;
    }
  }

  #kindAt({ top, bottom }: Between): Kind {
    const [x = 0, y = 0] = [this.#operators.numbers[4], this.#operators.numbers[5]];
    const height = this.#matrix[1] * x + this.#matrix[3] * y + this.#matrix[5];
    return height >= top ? 'Header' : height <= bottom ? 'Footer' : 'Layout';
  }

  /** Marks and XObjects; false where this can not go on. */
  #content(name: number): boolean {
    switch (name) {
      case op.BDC:
        return this.#beginMark(!isReplacement(this.#operators));
      case op.BMC:
        return this.#beginMark(this.#operators.name() === 'Artifact');
      case op.EMC:
        if (this.#marks.pop() === true) this.#tags -= 1;
        else if (this.#open !== null && this.#marks.length < this.#open.marks) this.#close();
        return true;
      case op.Do:
        this.#draw(this.#operators.name());
        return true;
      case op.sh:
        this.#paint(this.#before, 'Layout');
        return true;
      default:
        return true;
    }
  }

  #beginMark(tags: boolean): boolean {
    if (tags && this.#tags === 0) {
      if (this.#textMarks >= 0 && this.#open !== null && this.#open.end > this.#text) return false;
      this.#close();
      if (this.#between === null && this.#textMarks < 0) {
        this.#operators.skipTo(endOfMark(this.#bytes, this.#operators.end));
        return true;
      }
    }
    this.#marks.push(tags);
    if (tags) this.#tags += 1;
    return true;
  }

  #draw(name: string): void {
    if (this.#tags > 0) return;
    if (this.#surroundings.isTaggedForm(name)) {
      this.#close();
      this.#surroundings.onTaggedForm(name);
    } else this.#paint(this.#before, 'Layout');
  }

  #paint(start: number, kind: Kind): void {
    if (this.#tags > 0) return;
    if (this.#open !== null && this.#open.kind !== kind) this.#close();
    if (this.#open === null) {
      this.#open = { start, end: start, kind, marks: this.#textMarks < 0 ? this.#marks.length : this.#textMarks };
      this.#states = 0;
    }
    this.#open.end = this.#operators.end;
  }

  #close(): void {
    if (this.#open !== null) this.#runs.push(this.#open);
    this.#open = null;
  }
}

/**
 * Text that replaces painted content (14.9.4). It may be inside of tagged content or outside, and so may the mark of
 * text that runs from right to left (14.8.2.3.3).
 */
const isReplacement = (operators: Operators) =>
  operators.nameEnd - operators.nameStart === 'ActualText'.length && operators.name() === 'ActualText';
