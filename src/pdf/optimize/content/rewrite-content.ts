import type { Operation } from '../../content/operation.ts';
import { parseContent } from '../../content/parse-content.ts';
import { multiply, type Matrix } from '../../geometry/matrix.ts';
import { Name, PdfString, type Obj } from '../../objects/objects.ts';
import { CompactWriter } from './compact-writer.ts';
import { PathWriter } from './path-writer.ts';
import { StateWriter } from './state-writer.ts';
import { TextPen, type Exactness, type Recoding } from './text-pen.ts';

/** The fonts and the exactness of rewritten content. */
export interface RewriteOptions {
  /** The changes of a font by its resource name; null for an unchanged one. */
  readonly recoding: (name: string) => Recoding | null;
  /** Whether an ExtGState of the resources sets a font. */
  readonly bringsFont: (name: string) => boolean;
  readonly exactness: Exactness;
  /** Deviation in points that path coordinates may have; 0 for none. */
  readonly slack: number;
  /** Points of a unit of this content's space. */
  readonly scale: number;
  /** It begins with the initial graphics state of a page, not with an inherited one. */
  readonly page: boolean;
}

/** Null for values that this content may inherit. */
interface TextState {
  readonly font: Recoding | null;
  readonly size: number | null;
  readonly charSpace: number | null;
  readonly scale: number | null;
  readonly render: number | null;
  readonly ctm: Matrix;
}

/** Rewrites content in fewer bytes: operators without effect are dropped, and consecutive text is joined. */
export function rewriteContent(bytes: Buffer, options: RewriteOptions): Buffer {
  const rewriter = new Rewriter(bytes, options);
  for (const operation of parseContent(bytes)) rewriter.write(operation);
  return rewriter.end();
}

class Rewriter {
  readonly #bytes: Buffer;
  readonly #options: RewriteOptions;
  readonly #writer = new CompactWriter();
  readonly #path = new PathWriter(this.#writer);
  readonly #state = new StateWriter(this.#writer);
  readonly #pen: TextPen;
  readonly #saved: TextState[] = [];
  #text: TextState;

  constructor(bytes: Buffer, options: RewriteOptions) {
    this.#bytes = bytes;
    this.#options = options;
    this.#pen = new TextPen(this.#writer, options.exactness);
    const first = options.page ? { charSpace: 0, scale: 1, render: 0 } : { charSpace: null, scale: null, render: null };
    this.#text = { font: null, size: null, ...first, ctm: [1, 0, 0, 1, 0, 0] };
  }

  end(): Buffer {
    this.#pen.flush();
    this.#path.flush('', undefined);
    return this.#writer.bytes;
  }

  write(operation: Operation): void {
    if (this.#path.add(operation)) {
      this.#pen.flush();
      return;
    }
    const { operator, operands } = operation;
    const numbers = operands.every((operand) => typeof operand === 'number') ? operands : [];
    switch (operator) {
      case 'Td':
      case 'TD':
      case 'T*':
      case 'Tm':
      case 'BT':
      case 'ET': {
        this.#place(operation, numbers);
        return;
      }
      case 'Tj':
      case 'TJ':
      case "'":
      case '"': {
        this.#show(operation);
        return;
      }
      case 'S':
      case 's':
      case 'f':
      case 'F':
      case 'f*':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
      case 'n': {
        this.#paint(operator);
        return;
      }
      default:
    }
    this.#pen.flush();
    this.#path.flush(operator, undefined);
    this.#follow(operation, numbers);
  }

  #paint(operator: string): void {
    this.#pen.flush();
    if (/^[SsBb]/.test(operator)) this.#state.use();
    this.#path.flush(operator, this.#digits());
    this.#writer.word(operator === 'F' ? 'f' : operator);
  }

  /** Decimals of coordinates that may deviate by so many points. */
  #digits(): number | undefined {
    const { slack, scale } = this.#options;
    const [a, b, c, d] = this.#text.ctm;
    const points = Math.max(Math.hypot(a, b), Math.hypot(c, d)) * scale;
    return slack === 0 || !(points > 0)
      ? undefined
      : Math.min(9, Math.max(0, Math.ceil(Math.log10(points / (2 * slack)))));
  }

  #place(operation: Operation, numbers: readonly number[]): void {
    const { operator } = operation;
    this.#path.flush(operator, undefined);
    const [x = 0, y = 0] = numbers;
    if (operator === 'Td' && numbers.length === 2) {
      this.#pen.move(x, y);
      return;
    }
    if (operator === 'Td' || operator === 'TD' || operator === 'T*') this.#pen.startLine(operator === 'TD' ? x : 0);
    else this.#pen.flush(true);
    this.#plain(operation);
    if (operator === 'TD') this.#state.forget('TL');
    if (operator === 'Tm' || operator === 'BT') this.#pen.reset();
  }

  #show(operation: Operation): void {
    const { operator, operands } = operation;
    this.#path.flush(operator, undefined);
    if (this.#text.render !== 0 || this.#text.font === null) this.#state.use();
    const last = operands.at(-1) ?? null;
    const elements = operator === 'TJ' ? (Array.isArray(last) ? last : []) : [last];
    const { font } = this.#text;
    if (operator === "'" || operator === '"' || font === null) {
      this.#pen.release();
      this.#plain(operation);
      if (operator === '"') this.#forgetSpacing(operands);
      return;
    }
    this.#pen.show(
      elements.flatMap((element): (number | number[])[] =>
        typeof element === 'number' ? [element] : element instanceof PdfString ? [codesOf(element)] : [],
      ),
      font,
      this.#text,
    );
  }

  /** Tracks operators that position neither text nor paths. */
  #follow(operation: Operation, numbers: readonly number[]): void {
    const { operator } = operation;
    if (operator === 'q') {
      this.#saved.push(this.#text);
      this.#state.save();
    } else if (operator === 'Q') {
      this.#text = this.#saved.pop() ?? this.#text;
      this.#state.restore();
    } else if (operator === 'cm' && numbers.length === 6)
      this.#text = { ...this.#text, ctm: multiply(numbers as unknown as Matrix, this.#text.ctm) };
    else if (operator === 'CS' || operator === 'cs') this.#state.forget(operator === 'CS' ? 'stroke' : 'fill');
    else if (operator === 'SC' || operator === 'SCN' || operator === 'sc' || operator === 'scn') {
      if (operator.startsWith('S')) this.#state.use();
      this.#state.forget(operator.startsWith('S') ? 'stroke' : 'fill');
    } else if (operator === 'Do' || operator === 'sh' || operator === 'BI') this.#state.use();
    this.#noteText(operation, numbers);
    if (isPlain(operation) && this.#state.set(operation, textOf(operation))) return;
    this.#plain(operation);
  }

  #noteText({ operator, operands }: Operation, numbers: readonly number[]): void {
    const value = numbers.at(-1) ?? null;
    const change: Partial<TextState> =
      operator === 'Tc'
        ? { charSpace: value }
        : operator === 'Tz'
          ? { scale: value === null ? null : value / 100 }
          : operator === 'Tr'
            ? { render: value }
            : {};
    this.#text = { ...this.#text, ...change };
    const [name, size] = operands.slice(-2);
    if (operator === 'gs' && name instanceof Name && this.#options.bringsFont(name.value))
      this.#text = { ...this.#text, font: null, size: null };
    if (operator !== 'Tf') return;
    this.#text = {
      ...this.#text,
      font: name instanceof Name ? this.#options.recoding(name.value) : null,
      size: typeof size === 'number' ? size : null,
    };
  }

  /** `"` sets both spacings. */
  #forgetSpacing([, charSpace]: readonly Obj[]): void {
    for (const kind of ['Tc', 'Tw'] as const) this.#state.forget(kind);
    this.#text = { ...this.#text, charSpace: typeof charSpace === 'number' ? charSpace : null };
  }

  #plain(operation: Operation): void {
    if (operation.image === undefined && operation.operator !== '') write(this.#writer, operation);
    else this.#writer.slice(this.#bytes.subarray(operation.start, operation.end));
  }
}

/** Two-byte codes of a string. */
export function codesOf({ bytes }: PdfString): number[] {
  return Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readUInt16BE(index * 2));
}

function write(writer: CompactWriter, { operator, operands }: Pick<Operation, 'operator' | 'operands'>): void {
  for (const operand of operands) writer.operand(operand);
  writer.word(operator);
}

const isPlain = ({ operands }: Operation): boolean =>
  operands.every((operand: Obj) => typeof operand === 'number' || operand instanceof Name || Array.isArray(operand));

function textOf(operation: Operation): string {
  const writer = new CompactWriter();
  write(writer, operation);
  return writer.bytes.toString('latin1');
}
