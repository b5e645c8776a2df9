import type { Engine } from '../../pdfium/engine.ts';
import { matrixFrom, utf8 } from '../../pdfium/memory.ts';
import { identity, mapRect, type Matrix, multiply, type Rect } from '../../geometry/matrix.ts';
import { AppError } from '../../../problems.ts';
import { append } from '../../objects/large-arrays.ts';
import { type Clip, clipOf, unclipped } from './clip.ts';
import { colourOf, type Cover, imageCover, pathCovers, type Veil, veilOf } from './cover.ts';
import { imageBudget } from './image-alpha.ts';
import { type Marks, marksReader, noMarks } from './marks.ts';

/** A text object, with the properties that all its glyphs share. */
export interface TextObject {
  /** Index in painting order. */
  readonly order: number;
  /** Text rendering mode (ISO 32000-2, table 104). */
  readonly mode: number;
  /** False for fully transparent fill. */
  readonly fill: boolean;
  readonly stroke: boolean;
  readonly font: string;
  /** The operand of Tf. */
  readonly fontSize: number;
  readonly clip: Clip;
  readonly marks: Marks;
  /** Its box on the shown page; measured only for text with an ActualText. */
  readonly extent: Rect | null;
  /** Its text matrix on the shown page; read only for text with an ActualText. */
  readonly matrix: Matrix | null;
}

/** The objects of a page that matter for its text. */
export interface PageObjects {
  /** By FPDF_PAGEOBJECT. */
  readonly texts: ReadonlyMap<number, TextObject>;
  /** In painting order. */
  readonly covers: readonly Cover[];
  /** Index of the last object that is not text, in painting order. */
  readonly lastPainted: number;
}

/**
 * Text rendering modes (ISO 32000-2, table 104): 3 neither fills nor strokes, and from 4 on the text is added to the
 * clipping path.
 */
export const modes = { invisible: 3, clipping: 4, onlyClipping: 7 } as const;

/** FPDF_PAGEOBJ_* of fpdfview.h. */
const kinds = { text: 1, path: 2, image: 3, form: 5 } as const;
const maxObjects = 2_000_000;
const maxDepth = 28;
/** Covers of a page; the newest are retained, because they are on top. */
const maxCovers = 20_000;

/** State that objects inherit from the form around them. */
interface Inherited {
  readonly matrix: Matrix;
  readonly clip: Clip;
  readonly marks: Marks;
  readonly veil: Veil;
  readonly depth: number;
}

interface ObjectsRequest {
  /** FPDF_DOCUMENT and FPDF_PAGE. */
  readonly document: number;
  readonly page: number;
  readonly toShown: Matrix;
  /** See `withLayersMarked`. */
  readonly layerKey: string | null;
}

/** Visits the objects of a page and its form XObjects in painting order. */
export function pageObjects(engine: Engine, { document, page, toShown, layerKey }: ObjectsRequest): PageObjects {
  const { calls } = engine;
  const texts = new Map<number, TextObject>();
  const fonts = new Map<number, string>();
  const budget = imageBudget();
  const readMarks = marksReader(engine, layerKey);
  let covers: Cover[] = [];
  let [order, lastPainted] = [0, 0];
  /**
   * PDFium does not report the extent of text clipping. Objects painted after it may be clipped to letters, so they do
   * not count as covers.
   */
  let textClips = false;

  function visit(object: number, from: Inherited): void {
    order += 1;
    if (order > maxObjects) throw new AppError('limit-exceeded', `A page has more than ${maxObjects} objects.`);
    const kind = calls.FPDFPageObj_GetType(object);
    const clip = clipOf(engine, object, { from: from.clip, matrix: from.matrix });
    const marks = readMarks(object, from.marks);
    if (kind === kinds.text) {
      const text = textObject(engine, object, { order, clip, marks, fonts, veil: from.veil, matrix: from.matrix });
      texts.set(object, text);
      textClips ||= text.mode >= modes.clipping;
    } else if (kind === kinds.form) visitForm(object, { ...from, clip, marks });
    else if (!marks.off) {
      lastPainted = order;
      if (textClips) return;
      const painted = { document, page, object, order, matrix: from.matrix, clip, veil: from.veil, budget };
      append(
        covers,
        kind === kinds.path ? pathCovers(engine, painted) : kind === kinds.image ? imageCover(engine, painted) : [],
      );
      if (covers.length > 2 * maxCovers) covers = covers.slice(-maxCovers);
    }
  }

  function visitForm(form: number, from: Inherited): void {
    if (from.depth >= maxDepth) return;
    const own = matrixFrom(engine, (pointer) => calls.FPDFPageObj_GetMatrix(form, pointer)) ?? identity;
    const inside = {
      ...from,
      matrix: multiply(own, from.matrix),
      veil: veilOf(engine, form, from.veil),
      depth: from.depth + 1,
    };
    const count = calls.FPDFFormObj_CountObjects(form);
    for (let index = 0; index < count; index += 1) visit(calls.FPDFFormObj_GetObject(form, index), inside);
  }

  const count = calls.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1)
    visit(calls.FPDFPage_GetObject(page, index), {
      matrix: toShown,
      clip: unclipped,
      marks: noMarks,
      veil: 'none',
      depth: 0,
    });
  return { texts, covers: covers.slice(-maxCovers), lastPainted };
}

interface TextFacts extends Pick<TextObject, 'order' | 'clip' | 'marks'> {
  readonly fonts: Map<number, string>;
  readonly veil: Veil;
  readonly matrix: Matrix;
}

function textObject(engine: Engine, object: number, { fonts, veil, matrix, ...facts }: TextFacts): TextObject {
  const { calls, scratch } = engine;
  const fontSize = calls.FPDFTextObj_GetFontSize(object, scratch) !== 0 ? engine.view().getFloat32(scratch, true) : 0;
  const painted = (kind: 'Fill' | 'Stroke') => veil !== 'gone' && colourOf(engine, object, kind)?.alpha !== 0;
  return {
    ...facts,
    mode: calls.FPDFTextObj_GetTextRenderMode(object),
    fill: painted('Fill'),
    stroke: painted('Stroke'),
    font: fontName(engine, object, fonts),
    fontSize,
    extent: facts.marks.replacement === null ? null : extentOf(engine, object, matrix),
    matrix: facts.marks.replacement === null ? null : matrixOf(engine, object, matrix),
  };
}

function matrixOf(engine: Engine, object: number, outer: Matrix): Matrix | null {
  const own = matrixFrom(engine, (pointer) => engine.calls.FPDFPageObj_GetMatrix(object, pointer));
  return own && multiply(own, outer);
}

function extentOf({ calls, scratch, view }: Engine, object: number, matrix: Matrix): Rect | null {
  if (calls.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return null;
  const at = (field: number) => view().getFloat32(scratch + field * 4, true);
  return mapRect(matrix, { x0: at(0), y0: at(1), x1: at(2), y1: at(3) });
}

/** PostScript name without the prefix of a subset (ISO 32000-2, 9.9.2). */
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
