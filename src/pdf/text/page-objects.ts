import type { Engine } from '../pdfium/engine.ts';
import { intersect, type Matrix, matrixFrom, multiply, type Rect, utf8 } from '../pdfium/memory.ts';
import { AppError } from '../../problems.ts';
import { clipBounds } from './clip.ts';
import { opaqueCover } from './cover.ts';
import { type Marks, noMarks, readMarks } from './marks.ts';

/** What a text object says of all its glyphs. */
export interface TextObject {
  /** Its place in the order of painting. */
  readonly order: number;
  /** Rendering mode, ISO 32000-2 table 104. */
  readonly mode: number;
  /** The fill is fully transparent. */
  readonly transparent: boolean;
  readonly font: string;
  /** The operand of Tf. */
  readonly fontSize: number;
  /** Around the clipping path, as shown on the page. */
  readonly clip: Rect;
  readonly marks: Marks;
}

/** Something opaque and upright that was painted on the page. */
export interface Cover {
  readonly order: number;
  readonly rect: Rect;
  readonly image: boolean;
}

export interface PageObjects {
  /** By FPDF_PAGEOBJECT. */
  readonly texts: ReadonlyMap<number, TextObject>;
  readonly covers: readonly Cover[];
}

/** FPDF_PAGEOBJ_* of fpdfview.h. */
const kinds = { text: 1, path: 2, image: 3, form: 5 } as const;
const maxObjects = 2_000_000;
const maxDepth = 28;
const everywhere: Rect = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** What forms hand down to the objects in them. */
interface Inherited {
  readonly matrix: Matrix;
  readonly clip: Rect;
  readonly marks: Marks;
  readonly depth: number;
}

/** Walks the objects of a page and its form XObjects in the order of painting. */
export function pageObjects(engine: Engine, page: number, toShown: Matrix): PageObjects {
  const { calls } = engine;
  const texts = new Map<number, TextObject>();
  const covers: Cover[] = [];
  const fonts = new Map<number, string>();
  let order = 0;

  function visit(object: number, from: Inherited): void {
    order += 1;
    if (order > maxObjects) throw new AppError('limit-exceeded', `A page has more than ${maxObjects} objects.`);
    const kind = calls.FPDFPageObj_GetType(object);
    const clip = intersect(from.clip, clipBounds(engine, object, from.matrix) ?? everywhere);
    if (kind === kinds.text) texts.set(object, textObject(engine, object, { order, clip, marks: readMarks(engine, object, from.marks), fonts }));
    else if (kind === kinds.form) visitForm(object, { ...from, clip, marks: readMarks(engine, object, from.marks) });
    else if (kind === kinds.path || kind === kinds.image) {
      const rect = opaqueCover(engine, { page, object, image: kind === kinds.image, matrix: from.matrix });
      if (rect) covers.push({ order, rect: intersect(rect, clip), image: kind === kinds.image });
    }
  }

  function visitForm(form: number, from: Inherited): void {
    if (from.depth >= maxDepth) return;
    const own = matrixFrom(engine, (pointer) => calls.FPDFPageObj_GetMatrix(form, pointer)) ?? [1, 0, 0, 1, 0, 0];
    const inside = { ...from, matrix: multiply(own, from.matrix), depth: from.depth + 1 };
    const count = calls.FPDFFormObj_CountObjects(form);
    for (let index = 0; index < count; index += 1) visit(calls.FPDFFormObj_GetObject(form, index), inside);
  }

  const count = calls.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(calls.FPDFPage_GetObject(page, index), { matrix: toShown, clip: everywhere, marks: noMarks, depth: 0 });
  return { texts, covers };
}

interface TextFacts extends Pick<TextObject, 'order' | 'clip' | 'marks'> {
  readonly fonts: Map<number, string>;
}

function textObject(engine: Engine, object: number, { fonts, ...facts }: TextFacts): TextObject {
  const { calls, scratch } = engine;
  const fontSize = calls.FPDFTextObj_GetFontSize(object, scratch) !== 0 ? engine.view().getFloat32(scratch, true) : 0;
  const filled = calls.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0;
  const transparent = filled && engine.view().getUint32(scratch + 12, true) === 0;
  return { ...facts, mode: calls.FPDFTextObj_GetTextRenderMode(object), transparent, font: fontName(engine, object, fonts), fontSize };
}

/** PostScript name without the tag of a subset (ISO 32000-2, 9.9.2). */
function fontName(engine: Engine, object: number, known: Map<number, string>): string {
  const { calls } = engine;
  const font = calls.FPDFTextObj_GetFont(object);
  const seen = known.get(font);
  if (seen !== undefined) return seen;
  const name = font === 0 ? '' : utf8(engine, (buffer, bytes) => calls.FPDFFont_GetBaseFontName(font, buffer, bytes));
  const plain = name.replace(/^[A-Z]{6}\+/, '');
  known.set(font, plain);
  return plain;
}
