import { multiply, type Matrix } from '../geometry/matrix.ts';
import { PdfString, type Obj } from '../objects/objects.ts';
import type { ContentFont, FontCode } from './fonts/content-font.ts';
import type { TextState } from './state/graphics-state.ts';
import type { Operation } from './operation.ts';
import type { Quad, ShownGlyph, ShownText } from './visitor.ts';

/** The state in which text is shown. */
export interface TextPlace {
  /** The text matrix. */
  readonly matrix: Matrix;
  readonly ctm: Matrix;
  readonly text: TextState;
}

/** The strings shown by one operation (ISO 32000-2, 9.4.3, 9.4.4). Places of glyphs are computed on demand. */
export class Shown implements ShownText {
  readonly operation: Operation;
  readonly font: ContentFont | null;
  readonly codes: readonly FontCode[];
  readonly #elements: readonly Obj[];
  readonly #place: TextPlace;
  #matrix: Matrix | null = null;
  #glyphs: readonly ShownGlyph[] | null = null;

  /** `elements` are strings, and the numbers of `TJ`. */
  constructor(operation: Operation, elements: readonly Obj[], place: TextPlace) {
    this.operation = operation;
    this.font = place.text.font;
    this.codes = codesOf(this.font, elements);
    this.#elements = elements;
    this.#place = place;
  }

  get matrix(): Matrix {
    const { matrix, ctm, text } = this.#place;
    return (this.#matrix ??= multiply(
      [text.fontSize * text.scale, 0, 0, text.fontSize, 0, text.rise],
      multiply(matrix, ctm),
    ));
  }

  get glyphs(): readonly ShownGlyph[] {
    if (this.#glyphs === null) {
      const glyphs: ShownGlyph[] = [];
      this.#goAlong((glyph) => glyphs.push(glyph));
      this.#glyphs = glyphs;
    }
    return this.#glyphs;
  }

  /** The text matrix after the text. */
  after(): Matrix {
    const along = this.#goAlong(null);
    return multiply(this.font?.vertical ? [1, 0, 0, 1, 0, along] : [1, 0, 0, 1, along, 0], this.#place.matrix);
  }

  /** Visits each glyph, and answers the displacement in unscaled text space. */
  #goAlong(visit: ((glyph: ShownGlyph) => void) | null): number {
    const { font } = this;
    const { matrix: start, ctm, text } = this.#place;
    const { fontSize, charSpace, wordSpace, scale } = text;
    const vertical = font?.vertical ?? false;
    const factor = vertical ? 1 : scale;
    const [a, b, c, d, e, f] = this.matrix;
    const [ux, uy] = vertical ? direction(start, ctm, 0, 1) : direction(start, ctm, 1, 0);
    let along = 0;
    for (const [element, value] of this.#elements.entries()) {
      if (typeof value === 'number') along -= (value / 1000) * fontSize * factor;
      if (!(value instanceof PdfString) || font === null) continue;
      let at = 0;
      for (const { code, length } of font.codes(value.bytes)) {
        const advance = font.advance(code);
        const spacing = charSpace + (code === 32 && length === 1 ? wordSpace : 0);
        if (visit !== null) {
          const [x, y] = [e + along * ux, f + along * uy];
          const half = vertical ? Math.max(0.25, Math.abs(font.origin(code)[0])) : 0;
          const quad = quadOf(
            [a, b, c, d, x, y],
            vertical ? [-half, Math.min(advance, -0.5), half, 0] : [0, font.descent, advance, font.ascent],
          );
          visit({
            code,
            element,
            at,
            length,
            unicode: font.unicode(code),
            advance: (advance * fontSize + spacing) * factor,
            width: advance * fontSize * factor,
            x,
            y,
            quad,
          });
        }
        along += (advance * fontSize + spacing) * factor;
        at += length;
      }
    }
    return along;
  }
}

function codesOf(font: ContentFont | null, elements: readonly Obj[]): readonly FontCode[] {
  if (font === null) return [];
  const [only] = elements;
  if (elements.length === 1) return only instanceof PdfString ? font.codes(only.bytes) : [];
  const codes: FontCode[] = [];
  for (const value of elements)
    if (value instanceof PdfString) for (const code of font.codes(value.bytes)) codes.push(code);
  return codes;
}

/** One unit of unscaled text space along the line, in page space. */
function direction(start: Matrix, ctm: Matrix, x: number, y: number): readonly [number, number] {
  const [a, b, c, d] = multiply(start, ctm);
  return [a * x + c * y, b * x + d * y];
}

function quadOf([a, b, c, d, e, f]: Matrix, [x0, y0, x1, y1]: readonly [number, number, number, number]): Quad {
  const [ax, ay] = [a * x0 + e, b * x0 + f];
  const [bx, by] = [a * x1 + e, b * x1 + f];
  return [ax + c * y0, ay + d * y0, bx + c * y0, by + d * y0, bx + c * y1, by + d * y1, ax + c * y1, ay + d * y1];
}
