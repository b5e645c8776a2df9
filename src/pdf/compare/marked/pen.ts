import type { Dict } from '../../objects/objects.ts';
import { writtenShort } from '../../objects/serialize.ts';
import { wishOf } from '../../typeset/font-wish.ts';
import type { Line } from '../../typeset/line.ts';
import type { Typesetter } from '../../typeset/typesetter.ts';

/** Red, green, blue, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Colour of text. */
export const ink: Colour = [0.11, 0.13, 0.16];

/** Colour of secondary text. */
export const faint: Colour = [0.42, 0.45, 0.5];

/** Colour of thin lines. */
export const hair: Colour = [0.78, 0.8, 0.83];

/** Colour of paper. */
export const white: Colour = [1, 1, 1];

/** Fonts for the text of reports. */
export const regular = wishOf('Helvetica');

/** The bold font for the text of reports. */
export const bold = wishOf('Helvetica-Bold');

/** Style of text; `size` in points. */
export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly colour?: Colour;
  /** `left` unless given. */
  readonly align?: 'left' | 'right' | 'centre';
}

/** Writes content operators for a page or form. Coordinates are from its top-left corner, y downwards. */
export class Pen {
  readonly height: number;
  readonly #typesetter: Typesetter;
  readonly #lines: Line[] = [];
  readonly #parts: string[] = [];

  constructor(typesetter: Typesetter, height: number) {
    this.#typesetter = typesetter;
    this.height = height;
  }

  /** Adds operators unchanged. */
  raw(operators: string): void {
    this.#parts.push(operators);
  }

  /** Fills a rectangle, given by its top-left corner and its size in points. */
  fill(colour: Colour, [x, y, width, height]: readonly [number, number, number, number]): void {
    this.raw(`${rgb(colour)} rg ${numbers(x, this.height - y - height, width, height)} re f`);
  }

  /** Draws the outline of a rectangle. `dash` has lengths in points. */
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

  /** Draws a horizontal line. */
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

  /** The width of a text in one line, in points. */
  widthOf(text: string, { size, bold: heavy = false }: TextStyle): number {
    return this.#typesetter.paragraph(text, heavy ? bold : regular).line().width * size;
  }

  /**
   * Breaks a text into lines of at most `width` points. The last of `maxLines` lines ends in an ellipsis if text is
   * left out.
   */
  lines(text: string, width: number, { size, bold: heavy = false }: TextStyle, maxLines = 200): Line[] {
    const wish = heavy ? bold : regular;
    const lines = this.#typesetter.paragraph(text, wish).lines(width / size, maxLines + 1);
    if (lines.length <= maxLines) return lines;
    const shown = lines.slice(0, maxLines);
    const last = shown.pop();
    return last ? [...shown, this.#typesetter.paragraph(`${last.text.trimEnd().slice(0, -1)}…`, wish).line()] : shown;
  }

  /**
   * Shows lines one below the other. `y` is the baseline of the first line; `x` its left end, right end or middle, by
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

  /** Shows one line of text. */
  text(text: string, place: { readonly x: number; readonly y: number }, style: TextStyle): void {
    this.show(
      [this.#typesetter.paragraph(text, style.bold === true ? bold : regular).line()],
      { ...place, leading: 0 },
      style,
    );
  }

  /** The written operators. */
  get content(): Buffer {
    return Buffer.from(this.#parts.join('\n'), 'latin1');
  }

  /** Font resources of the text. */
  fonts(): Dict {
    return this.#typesetter.resources(this.#lines);
  }
}

/** Numbers as content writes them, with up to three decimals. */
export const numbers = (...values: readonly number[]): string => values.map(writtenShort).join(' ');
const rgb = (colour: Colour): string => numbers(...colour);
