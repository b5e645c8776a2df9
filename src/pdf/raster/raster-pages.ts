import { AppError } from '../../problems.ts';
import { type Source, withDocument } from '../pdfium/document.ts';
import { type Raster, rasterPage, type RasterOptions } from './raster-page.ts';

/** Options of drawing pages. */
export interface RasterPagesOptions extends RasterOptions {
  /** 1-based, in the order wanted; all unless given. */
  readonly pages?: readonly number[];
}

/**
 * Draws pages of a document one after the other and hands each to `visit`, so that no more than one need be held; null
 * for a page that is broken. Takes as long as the document makes it, so it runs on a thread.
 * @throws AppError `invalid-pdf`, `encrypted-pdf`, `wrong-password`, `page-out-of-range`, `limit-exceeded`
 */
export async function rasterPages(
  source: Source,
  { pages, ...options }: RasterPagesOptions,
  visit: (raster: Raster | null, page: number) => void,
): Promise<void> {
  await withDocument(source, (document) => {
    const wanted = pages ?? Array.from({ length: document.pages }, (_, index) => index + 1);
    for (const number of wanted) {
      if (!Number.isInteger(number) || number < 1 || number > document.pages)
        throw new AppError('page-out-of-range', `Page ${number} does not exist; the document has ${document.pages}.`);
      visit(rasterPage(document, number, options), number);
    }
  });
}
