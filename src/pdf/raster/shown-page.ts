import type { OpenDocument } from '../pdfium/document.ts';
import { openPage } from '../text/annotations.ts';
import { rasterPage, type Raster, type RasterOptions } from './raster-page.ts';

/**
 * Draws a page (1-based) as viewers show it. PDFium leaves form fields, signatures too, out of the picture unless they
 * are made content of the page first, in its copy in memory; null where the page is broken. @throws AppError
 * `limit-exceeded`
 */
export function shownPage(document: OpenDocument, number: number, options: RasterOptions): Raster | null {
  const { page } = openPage(document, number);
  if (page === 0) return null;
  document.engine.calls.FPDF_ClosePage(page);
  return rasterPage(document, number, options);
}
