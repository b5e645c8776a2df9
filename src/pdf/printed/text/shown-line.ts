import type { Area } from './area.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import type { PrintedFont } from './printed-font.ts';

/** One line of text as it was shown in one go. */
export interface Shown {
  readonly font: PrintedFont;
  /** Codes in order; a view that holds until the next line. */
  readonly codes: Uint16Array;
  /** How many of them are no spaces. */
  readonly inked: number;
  /**
   * The text of each code whose character no font has, in order: that of a box, and for code 0 an ActualText (14.9.4);
   * undefined where there is none.
   */
  readonly missing: readonly (string | undefined)[];
  /** Where its ink is; null where it does not run along the page. */
  readonly area: Area | null;
  readonly clip: Area;
  /** Points a CSS pixel: 0.75, unless the print made everything smaller. */
  readonly scale: number;
}

/** Codes of one line that are looked at. */
export const longestLine = 4096;
/** Height of a capital letter, in sizes of the font. */
const capitals = 0.7;

/** Gathers the strings of a line. */
export class Line {
  readonly #codes = new Uint16Array(longestLine);
  #count = 0;
  #inked = 0;
  #missing: (string | undefined)[] = [];
  /** Ends of the ink along the line, and its baseline, in the space of the page. */
  #from = Infinity;
  #to = -Infinity;
  #baseline = 0;
  #size = 0;
  #along = true;

  /** Adds a string of so many bytes; `matrix` leads from its start to the page. */
  add(
    string: Uint8Array,
    length: number,
    {
      font,
      size,
      matrix,
      actual,
    }: {
      readonly font: PrintedFont;
      readonly size: number;
      readonly matrix: Matrix;
      readonly actual: string | undefined;
    },
  ): void {
    let advance = 0;
    let ink = 0;
    for (let at = 0; at + font.bytes <= length && this.#count < longestLine; at += font.bytes) {
      const code = font.bytes === 1 ? (string[at] ?? 0) : ((string[at] ?? 0) << 8) | (string[at + 1] ?? 0);
      this.#codes[this.#count++] = code;
      if (font.missing(code)) this.#missing.push(code === 0 ? actual : font.text(code));
      advance += (font.width(code) / 1000) * size;
      if (font.blank(code)) continue;
      ink = advance;
      this.#inked += 1;
    }
    if (Math.abs(matrix[1]) > 1e-3 || matrix[0] < 0) this.#along = false;
    if (ink === 0) return;
    this.#from = Math.min(this.#from, matrix[4]);
    this.#to = Math.max(this.#to, matrix[4] + ink * matrix[0]);
    this.#baseline = matrix[5];
    this.#size = size * Math.abs(matrix[3]);
  }

  /** What was gathered, if anything, and begins anew. */
  take(font: PrintedFont, ctm: Matrix, clip: Area): Shown | null {
    const area =
      this.#along && this.#to > this.#from
        ? { left: this.#from, right: this.#to, bottom: this.#baseline, top: this.#baseline + this.#size * capitals }
        : null;
    const shown = {
      font,
      codes: this.#codes.subarray(0, this.#count),
      inked: this.#inked,
      missing: this.#missing,
      area,
      clip,
      scale: Math.hypot(ctm[0], ctm[1]),
    };
    this.#count = this.#inked = 0;
    this.#missing = [];
    this.#from = Infinity;
    this.#to = -Infinity;
    this.#along = true;
    return shown.codes.length > 0 ? shown : null;
  }
}
