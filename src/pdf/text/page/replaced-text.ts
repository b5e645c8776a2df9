import type { Rect } from '../../geometry/matrix.ts';
import { fromFrame, type Glyph, toFrame } from './glyph.ts';
import type { Replacement } from './marks.ts';
import type { TextObject } from './page-objects.ts';

/** Replaces the glyphs of a text object (FPDF_PAGEOBJECT) by one glyph. To be called in content order. */
export type Replace = (object: number, glyphs: readonly Glyph[]) => readonly Glyph[];

/**
 * Replaces marked content by its ActualText, once, at its first object (ISO 32000-2, 14.9.4). PDFium places the text at
 * one object, repeats it after an interruption by another object, and ignores it if the font lacks its letters.
 */
export function replacedText(texts: ReadonlyMap<number, TextObject>): Replace {
  const extents = new Map<Replacement, Rect[]>();
  for (const {
    marks: { replacement },
    extent,
  } of texts.values()) {
    if (replacement === null || extent === null) continue;
    const others = extents.get(replacement);
    if (others === undefined) extents.set(replacement, [extent]);
    else others.push(extent);
  }
  const read = new Set<Replacement>();
  return (object, glyphs) => {
    const replacement = texts.get(object)?.marks.replacement ?? null;
    if (replacement === null || glyphs.length === 0) return glyphs;
    if (read.has(replacement)) return [];
    read.add(replacement);
    return oneFor(glyphs, replacement.text, extents.get(replacement) ?? []);
  };
}

/** Ems between the origin of a letter and its outline; a mark may be drawn farther from its origin. */
const maxBearingEms = 0.2;

/**
 * One glyph, as wide as the replaced content on its line. Where marks begin far before their outlines, it begins with
 * the outlines.
 */
function oneFor(glyphs: readonly Glyph[], text: string, extents: readonly Rect[]): Glyph[] {
  const first = glyphs.find(({ hidden }) => hidden === null) ?? glyphs[0];
  if (first === undefined) return [];
  const { angle, v0, v1 } = first;
  let [u0, u1] = [first.u0, first.u1];
  const widen = (from: number, to: number) => {
    [u0, u1] = [Math.min(u0, from), Math.max(u1, to)];
  };
  for (const glyph of glyphs) widen(glyph.u0, glyph.u1);
  let outlineStart = Infinity;
  for (const { x0, y0, x1, y1 } of angle % 90 === 0 ? extents : []) {
    const [[ua, va], [ub, vb]] = [toFrame(angle, x0, y0), toFrame(angle, x1, y1)];
    outlineStart = Math.min(outlineStart, ua, ub);
    if (Math.max(va, vb) > v0 && Math.min(va, vb) < v1) widen(Math.min(ua, ub), Math.max(ua, ub));
  }
  if (extents.length > 1 && outlineStart < u1 && outlineStart - u0 > maxBearingEms * first.em) u0 = outlineStart;
  return [{ ...first, text, replaced: true, u0, u1, rect: fromFrame(angle, { u0, u1, v0, v1 }) }];
}
