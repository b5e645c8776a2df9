import { multiply, type Matrix } from '../pdfium/memory.ts';
import { PdfString, type Obj } from '../raw/objects.ts';
import type { TextState } from './graphics-state.ts';
import type { Operation } from './operation.ts';
import type { Quad, ShownGlyph, ShownText } from './visitor.ts';

export interface TextPlace {
  /** The text matrix. */
  readonly matrix: Matrix;
  readonly ctm: Matrix;
  readonly text: TextState;
}

/** Shows the strings of one operation (ISO 32000-2, 9.4.3, 9.4.4); `matrix` is the text matrix after it. */
export function shownText(operation: Operation, elements: readonly Obj[], { matrix: start, ctm, text }: TextPlace): { shown: ShownText; matrix: Matrix } {
  const { font, fontSize, charSpace, wordSpace, scale, rise } = text;
  const own: Matrix = [fontSize * scale, 0, 0, fontSize, 0, rise];
  const rendering = multiply(own, multiply(start, ctm));
  const glyphs: ShownGlyph[] = [];
  // Along the line, in unscaled text space from `start` on.
  let along = 0;
  const [a, b, c, d, e, f] = rendering;
  const [ux, uy] = font?.vertical ? direction(start, ctm, 0, 1) : direction(start, ctm, 1, 0);
  elements.forEach((value, element) => {
    if (typeof value === 'number') along -= (value / 1000) * fontSize * (font?.vertical ? 1 : scale);
    if (!(value instanceof PdfString) || font === null) return;
    let at = 0;
    for (const { code, length } of font.codes(value.bytes)) {
      const advance = font.advance(code);
      const spacing = charSpace + (code === 32 && length === 1 ? wordSpace : 0);
      const factor = font.vertical ? 1 : scale;
      const [x, y] = [e + along * ux, f + along * uy];
      const half = font.vertical ? Math.max(0.25, Math.abs(font.origin(code)[0])) : 0;
      const quad = quadOf([a, b, c, d, x, y], font.vertical ? [-half, Math.min(advance, -0.5), half, 0] : [0, font.descent, advance, font.ascent]);
      glyphs.push({ code, element, at, length, unicode: font.unicode(code), advance: (advance * fontSize + spacing) * factor, width: advance * fontSize * factor, x, y, quad });
      along += (advance * fontSize + spacing) * factor;
      at += length;
    }
  });
  const moved: Matrix = font?.vertical ? [1, 0, 0, 1, 0, along] : [1, 0, 0, 1, along, 0];
  return { shown: { operation, font, glyphs, matrix: rendering }, matrix: multiply(moved, start) };
}

/** What one unit of unscaled text space along the line is in page space. */
function direction(start: Matrix, ctm: Matrix, x: number, y: number): readonly [number, number] {
  const [a, b, c, d] = multiply(start, ctm);
  return [a * x + c * y, b * x + d * y];
}

function quadOf([a, b, c, d, e, f]: Matrix, [x0, y0, x1, y1]: readonly [number, number, number, number]): Quad {
  const [ax, ay] = [a * x0 + e, b * x0 + f];
  const [bx, by] = [a * x1 + e, b * x1 + f];
  return [ax + c * y0, ay + d * y0, bx + c * y0, by + d * y0, bx + c * y1, by + d * y1, ax + c * y1, ay + d * y1];
}
