import type { Dict } from '../../objects/objects.ts';
import { writtenNumber } from '../../objects/serialize.ts';
import { wishOf } from '../../typeset/font-wish.ts';
import type { Line } from '../../typeset/paragraph.ts';
import type { Typesetter } from '../../typeset/typesetter.ts';

/** Red, green, blue, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

export const ink: Colour = [0.11, 0.13, 0.16];
export const faint: Colour = [0.42, 0.45, 0.5];
export const hair: Colour = [0.78, 0.8, 0.83];
export const white: Colour = [1, 1, 1];

/** Wishes for the text of reports. */
export const regular = wishOf('Helvetica');
export const bold = wishOf('Helvetica-Bold');

export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly colour?: Colour;
  /** `left` unless given. */
  readonly align?: 'left' | 'right' | 'centre';
}

/**
 * Writes content operators for one page or form; places are from its top-left corner, y downwards, as on the screen.
 */
export class Pen {
  readonly height: number;
  readonly #typesetter: Typesetter;
  readonly #lines: Line[] = [];
  readonly #parts: string[] = [];

  constructor(typesetter: Typesetter, height: number) {
    this.#typesetter = typesetter;
    this.height = height;
  }

  /** Operators as they are. */
  raw(operators: string): void {
    this.#parts.push(operators);
  }

  fill(colour: Colour, x: number, y: number, width: number, height: number): void {
    this.raw(`${rgb(colour)} rg ${numbers(x, this.height - y - height, width, height)} re f`);
  }

  /** The outline of a rectangle; `dash` in points. */
  outline(
    colour: Colour,
    [x, y, width, height]: readonly [number, number, number, number],
    { thickness, dash = [] }: { readonly thickness: number; readonly dash?: readonly number[] },
  ): void {
    this.raw(
      `q ${rgb(colour)} RG ${numbers(thickness)} w [${numbers(...dash)}] 0 d ` +
        `${numbers(x, this.height - y - height, width, height)} re S Q`,
    );
  }

  /** A level line. */
  rule(
    colour: Colour,
    [x, y, width]: readonly [number, number, number],
    { thickness, dash = [] }: { readonly thickness: number; readonly dash?: readonly number[] },
  ): void {
    this.raw(
      `q ${rgb(colour)} RG ${numbers(thickness)} w [${numbers(...dash)}] 0 d ${numbers(x, this.height - y)} m ` +
        `${numbers(x + width, this.height - y)} l S Q`,
    );
  }

  /** How wide a text is in one line. */
  widthOf(text: string, { size, bold: heavy = false }: TextStyle): number {
    return this.#typesetter.paragraph(text, heavy ? bold : regular).line().width * size;
  }

  /** The lines that a text breaks into; what does not fit into `most` of them ends in an ellipsis. */
  lines(text: string, width: number, { size, bold: heavy = false }: TextStyle, most = 200): Line[] {
    const wish = heavy ? bold : regular;
    const lines = this.#typesetter.paragraph(text, wish).lines(width / size, most + 1);
    if (lines.length <= most) return lines;
    const kept = lines.slice(0, most);
    const last = kept.pop();
    return last ? [...kept, this.#typesetter.paragraph(`${last.text.trimEnd().slice(0, -1)}…`, wish).line()] : kept;
  }

  /**
   * Lines one below the other, the first with its baseline at `y`; `x` is the left end, the right end or the middle, by
   * `align`.
   */
  show(
    lines: readonly Line[],
    { x, y, leading }: { readonly x: number; readonly y: number; readonly leading: number },
    { size, colour = ink, align = 'left' }: TextStyle,
  ): void {
    lines.forEach((line, index) => {
      const left = align === 'right' ? x - line.width * size : align === 'centre' ? x - (line.width * size) / 2 : x;
      this.#lines.push(line);
      this.raw(
        `${rgb(colour)} rg ` +
          this.#typesetter.show(line, {
            x: left,
            y: this.height - y - index * leading,
            size,
            continues: index < lines.length - 1,
          }),
      );
    });
  }

  /** One line of text. */
  text(text: string, place: { readonly x: number; readonly y: number }, style: TextStyle): void {
    this.show(
      [this.#typesetter.paragraph(text, style.bold === true ? bold : regular).line()],
      { ...place, leading: 0 },
      style,
    );
  }

  /** What was written. */
  get content(): Buffer {
    return Buffer.from(this.#parts.join('\n'), 'latin1');
  }

  /** Fonts that it needs. */
  fonts(): Dict {
    return this.#typesetter.resources(this.#lines);
  }
}

export const numbers = (...values: readonly number[]): string =>
  values.map((value) => writtenNumber(Math.round(value * 1000) / 1000)).join(' ');
const rgb = (colour: Colour): string => numbers(...colour);
