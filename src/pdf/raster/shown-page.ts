import type { OpenDocument } from '../pdfium/document.ts';
import { openPage } from '../text/annotations.ts';
import { rasterPage, type Raster, type RasterOptions } from './raster-page.ts';

/**
 * Draws a page (1-based) as viewers show it. PDFium draws form fields and signatures only after they became content of
 * the page, in its copy in memory. Null for a broken page.
 * @throws AppError `limit-exceeded`
 */
export function shownPage(document: OpenDocument, number: number, options: RasterOptions): Raster | null {
  const { page } = openPage(document, number);
  if (page === 0) return null;
  document.engine.calls.FPDF_ClosePage(page);
  return rasterPage(document, number, options);
}
