import { type CompactWriter, shortNumber } from './compact-writer.ts';

/** How a font is shown after it was made dense: other codes, and widths that are whole. */
export interface Recoding {
  /** Two bytes each. */
  readonly codes: ReadonlyMap<number, number>;
  /** Of glyphs that are there once more, with the width that they had. */
  readonly twins: ReadonlyMap<number, number>;
  /** Thousandths of text space, by the code of before: as the document had it, and as it has it now. */
  width(code: number): number;
  whole(code: number): number;
}

/** How near to its place a glyph stands. */
export interface Exactness {
  /** Thousandths of the font size that a glyph may be beside its place without anything being written for it. */
  readonly slack: number;
  /** Digits of such a thousandth. */
  readonly digits: number;
  /** Glyphs after each other are written as one string. */
  readonly joined: boolean;
}

/** What places text: sizes and spacing (ISO 32000-2, 9.3). Null where the stream gets it from the one that runs it. */
export interface TextPlacing {
  readonly size: number | null;
  readonly charSpace: number | null;
  readonly scale: number | null;
}

/**
 * Follows where text stands along a line as the document says it, and as it was written so far, in unscaled text space
 * from where the text matrix was set. What moves along the line alone is not written until glyphs are: then as numbers
 * within the array that shows them (9.4.3).
 */
export class TextPen {
  readonly #writer: CompactWriter;
  readonly #exactness: Exactness;
  /** Starts of the line and places of the next glyph. Places are null where nobody can say: both are the same then. */
  #line = 0;
  #pen: number | null = 0;
  #writtenLine = 0;
  #writtenPen: number | null = 0;
  /** Bytes of strings, and numbers between them. */
  #parts: (number[] | number)[] = [];

  constructor(writer: CompactWriter, exactness: Exactness) {
    this.#writer = writer;
    this.#exactness = exactness;
  }

  /** After `BT` and `Tm`, which place text anew. */
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

  /** Before what moves by the line itself and is written as it was (`TD`, `T*`); `x` is how far along it goes. */
  startLine(x: number): void {
    this.flush(true);
    if (this.#line !== this.#writtenLine) this.#writeMove(this.#line, 0);
    this.#line = this.#writtenLine = this.#line + x;
    this.#pen = this.#writtenPen = this.#line;
  }

  /** Before text that is written as it was: it begins where the document says. Nobody follows how far it goes. */
  release(): void {
    this.flush();
    this.#catchUp();
    this.#pen = this.#writtenPen = null;
  }

  /** Shows the elements of an array of `TJ`: codes of glyphs, and numbers between them. */
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

  /** Writes what is shown, before anything else is written; where a place follows, without what only moves on to it. */
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

  /** Whatever the spacing is: what a glyph is wider or narrower than it was is taken back behind it. */
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
          if (Math.abs(more) > leastMove) this.#parts.push(more);
        }
    }
    this.#pen = this.#writtenPen = null;
  }

  /** Goes to where the next glyph is to stand. */
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

/** Thousandths of text space that no reader sees. */
const leastMove = 0.0005;

const glyphsIn = (elements: readonly (readonly number[] | number)[]): number =>
  elements.reduce<number>((count, element) => count + (typeof element === 'number' ? 0 : element.length), 0);
