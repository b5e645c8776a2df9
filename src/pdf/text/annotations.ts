import type { Calls } from '../pdfium/calls.ts';
import type { OpenDocument } from '../pdfium/document.ts';
import type { Engine } from '../pdfium/engine.ts';
import type { Rect } from '../geometry/matrix.ts';

/** An open page, with its annotations drawn into it. */
export interface OpenPage {
  /** FPDF_PAGE; 0 for a broken page. */
  readonly page: number;
  /**
   * Areas of highlights in user space. Viewers multiply them with the text under them, whatever their appearance
   * states.
   */
  readonly highlights: readonly Rect[];
  /** Annotations or form fields were made content of the page. */
  readonly flattened: boolean;
}

const highlight = 9; // FPDF_ANNOT_HIGHLIGHT

/**
 * Opens a page, and makes its annotations and form fields content of the copy in memory, because readers see their text
 * on the page.
 */
export function openPage({ engine, handle }: OpenDocument, number: number): OpenPage {
  const { calls, scratch, view } = engine;
  const page = calls.FPDF_LoadPage(handle, number - 1);
  const annotations = page === 0 ? 0 : calls.FPDFPage_GetAnnotCount(page);
  if (annotations < 1) return { page, highlights: [], flattened: false };
  const highlights: Rect[] = [];
  for (let index = 0; index < annotations; index += 1) {
    const annotation = calls.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (calls.FPDFAnnot_GetSubtype(annotation) === highlight && calls.FPDFAnnot_GetRect(annotation, scratch) !== 0) {
      const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view().getFloat32(scratch + offset, true));
      highlights.push({
        x0: left ?? 0,
        y0: Math.min(bottom ?? 0, top ?? 0),
        x1: right ?? 0,
        y1: Math.max(bottom ?? 0, top ?? 0),
      });
    }
    calls.FPDFPage_CloseAnnot(annotation);
  }
  keepSize(engine, page);
  if (calls.FPDFPage_Flatten(page, 0) !== 1) return { page, highlights, flattened: false };
  calls.FPDF_ClosePage(page);
  return { page: calls.FPDF_LoadPage(handle, number - 1), highlights, flattened: true };
}

/** Functions of PDFium (fpdf_transformpage.h) that only this file calls. */
interface BoxCalls {
  FPDFPage_GetMediaBox: (page: number, left: number, bottom: number, right: number, top: number) => number;
  FPDFPage_SetMediaBox: (page: number, left: number, bottom: number, right: number, top: number) => void;
}

/** Copies an inherited page box to the page: flattening ignores inherited boxes, and uses Letter instead. */
function keepSize(engine: Engine, page: number): void {
  const calls = engine.calls as Calls & BoxCalls;
  const { scratch } = engine;
  if (
    calls.FPDFPage_GetMediaBox(page, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0 ||
    calls.FPDF_GetPageBoundingBox(page, scratch) === 0
  )
    return;
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) =>
    engine.view().getFloat32(scratch + offset, true),
  );
  calls.FPDFPage_SetMediaBox(page, left, bottom, right, top);
}
