import { type CompactWriter, shortNumber } from './compact-writer.ts';

/** The changes of a font: new codes, and integer widths. */
export interface Recoding {
  /** Two-byte codes. */
  readonly codes: ReadonlyMap<number, number>;
  /** Codes of duplicated glyphs with their former width. */
  readonly twins: ReadonlyMap<number, number>;
  /** Widths in thousandths of text space by the former code: in the document, and now. */
  width(code: number): number;
  whole(code: number): number;
}

/** The exactness of glyph positions. */
export interface Exactness {
  /** Deviation of a glyph in thousandths of the font size that is not corrected. */
  readonly slack: number;
  /** Decimal digits of corrections. */
  readonly digits: number;
  /** Adjacent glyphs are written as one string. */
  readonly joined: boolean;
}

/** Text state for positions: sizes and spacing (ISO 32000-2, 9.3). Null for values that the stream inherits. */
export interface TextPlacing {
  readonly size: number | null;
  readonly charSpace: number | null;
  readonly scale: number | null;
}

/**
 * Tracks the current point of a line as the document defines it, and as it was written, in unscaled text space from the
 * text matrix. Moves along the line are written only with the next glyphs: as numbers in their array (ISO 32000-2,
 * 9.4.3).
 */
export class TextPen {
  readonly #writer: CompactWriter;
  readonly #exactness: Exactness;
  /** Start of the line, and the next glyph's position. Null where unknown: then both are equal. */
  #line = 0;
  #pen: number | null = 0;
  #writtenLine = 0;
  #writtenPen: number | null = 0;
  /** Strings of bytes, and numbers between them. */
  #parts: (number[] | number)[] = [];

  constructor(writer: CompactWriter, exactness: Exactness) {
    this.#writer = writer;
    this.#exactness = exactness;
  }

  /** For `BT` and `Tm`, which set a new position. */
  reset(): void {
    this.#line = this.#writtenLine = 0;
    this.#pen = this.#writtenPen = 0;
  }

  /** `Td`. */
  move(x: number, y: number): void {
    this.#line += x;
    this.#pen = this.#line;
    if (y === 0 && this.#exactness.joined && this.#writtenPen !== null) return;
    this.flush(true);
    this.#writeMove(this.#line, y);
  }

  /** Before an unchanged operator that moves to the next line (`TD`, `T*`); `x` is the distance along it. */
  startLine(x: number): void {
    this.flush(true);
    if (this.#line !== this.#writtenLine) this.#writeMove(this.#line, 0);
    this.#line = this.#writtenLine = this.#line + x;
    this.#pen = this.#writtenPen = this.#line;
  }

  /** Before unchanged text: moves to its start. Its width is not tracked. */
  release(): void {
    this.flush();
    this.#catchUp();
    this.#pen = this.#writtenPen = null;
  }

  /** Shows the elements of a `TJ` array: glyph codes, and numbers between them. */
  show(
    elements: readonly (readonly number[] | number)[],
    recoding: Recoding,
    { size, charSpace, scale }: TextPlacing,
  ): void {
    const plain = this.#exactness.joined && size !== null && size > 0 && charSpace === 0 && scale === 1;
    if (plain && this.#pen !== null && this.#writtenPen !== null) {
      const [pen, writtenPen] = this.#placed(elements, recoding, {
        unit: size / 1000,
        pen: this.#pen,
        writtenPen: this.#writtenPen,
      });
      [this.#pen, this.#writtenPen] = [pen, writtenPen];
    } else this.#showAsItIs(elements, recoding);
  }

  /**
   * Writes the collected text, before anything else is written. If a new position follows, a trailing move is dropped.
   */
  flush(placed = false): void {
    const parts = this.#parts;
    if (placed && typeof parts.at(-1) === 'number') parts.pop();
    if (parts.length === 0) return;
    this.#parts = [];
    const [only] = parts;
    if (parts.length === 1 && typeof only === 'object') {
      this.#writer.string(only);
      this.#writer.word('Tj');
      return;
    }
    this.#writer.word('[');
    for (const part of parts) {
      if (typeof part === 'number') this.#writer.word(shortNumber(part, 4));
      else this.#writer.string(part);
    }
    this.#writer.word(']');
    this.#writer.word('TJ');
  }

  #placed(
    elements: readonly (readonly number[] | number)[],
    recoding: Recoding,
    at: { readonly unit: number; readonly pen: number; readonly writtenPen: number },
  ): readonly [number, number] {
    const { slack, digits } = this.#exactness;
    const { unit } = at;
    let { pen, writtenPen } = at;
    let rest = glyphsIn(elements);
    for (const element of elements) {
      if (typeof element === 'number') {
        pen -= element * unit;
        continue;
      }
      for (const code of element) {
        const beside = (writtenPen - pen) / unit;
        const move = Math.abs(beside) <= slack ? 0 : Number(beside.toFixed(digits));
        if (move !== 0) this.#parts.push(move);
        const twin = (rest -= 1) > 0 ? recoding.twins.get(code) : undefined;
        const width = recoding.width(code);
        writtenPen += ((twin === undefined ? recoding.whole(code) : width) - move) * unit;
        pen += width * unit;
        this.#code(twin ?? recoding.codes.get(code) ?? 0);
      }
    }
    return [pen, writtenPen];
  }

  /** With unknown spacing: compensates changed widths after each glyph. */
  #showAsItIs(elements: readonly (readonly number[] | number)[], recoding: Recoding): void {
    if (this.#pen !== null) this.flush();
    this.#catchUp();
    let rest = glyphsIn(elements);
    for (const element of elements) {
      if (typeof element === 'number') this.#parts.push(element);
      else
        for (const code of element) {
          const twin = (rest -= 1) > 0 ? recoding.twins.get(code) : undefined;
          const more = twin === undefined ? recoding.whole(code) - recoding.width(code) : 0;
          this.#code(twin ?? recoding.codes.get(code) ?? 0);
          if (Math.abs(more) > minMove) this.#parts.push(more);
        }
    }
    this.#pen = this.#writtenPen = null;
  }

  /** Moves to the next glyph's position. */
  #catchUp(): void {
    if (this.#pen !== null && this.#pen !== this.#writtenPen) this.#writeMove(this.#pen, 0);
  }

  #writeMove(to: number, y: number): void {
    this.#writer.word(shortNumber(to - this.#writtenLine, 7));
    this.#writer.word(shortNumber(y));
    this.#writer.word('Td');
    this.#writtenLine = this.#writtenPen = to;
  }

  #code(now: number): void {
    const last = this.#parts.at(-1);
    if (typeof last === 'object') last.push(now >> 8, now & 0xff);
    else this.#parts.push([now >> 8, now & 0xff]);
  }
}

/** Least visible move in thousandths of text space. */
const minMove = 0.0005;

const glyphsIn = (elements: readonly (readonly number[] | number)[]): number =>
  elements.reduce<number>((count, element) => count + (typeof element === 'number' ? 0 : element.length), 0);
