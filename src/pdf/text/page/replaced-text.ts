import type { Rect } from '../../geometry/matrix.ts';
import { fromFrame, type Glyph, toFrame } from './glyph.ts';
import type { Replacement } from './marks.ts';
import type { TextObject } from './page-objects.ts';

/** Puts one glyph in the place of those of a text object, by FPDF_PAGEOBJECT. Objects come in the order of the page. */
export type Replace = (object: number, glyphs: readonly Glyph[]) => readonly Glyph[];

/**
 * What an ActualText stands for is read as it says, once, where the first of it stands (ISO 32000-2, 14.9.4). PDFium
 * gives such text the place of one object, reads it again where another object comes between two, and takes no notice
 * of it where the font has none of its letters.
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

/**
 * The most that stands between the origin of a letter and its outline, in ems: a mark may be drawn farther from its
 * origin.
 */
const mostBearing = 0.2;

/**
 * As wide as all that it stands for on its line; where marks begin far before their outlines, it begins with the
 * outlines.
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
  if (extents.length > 1 && outlineStart < u1 && outlineStart - u0 > mostBearing * first.em) u0 = outlineStart;
  return [{ ...first, text, replaced: true, u0, u1, rect: fromFrame(angle, u0, u1, v0, v1) }];
}
