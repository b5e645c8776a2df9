import type { Engine } from './engine.ts';

/** A page and how it is drawn. */
export interface DrawnPage {
  /** Handle of the page. */
  readonly page: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** FPDF_RenderPageBitmap's (fpdfview.h). */
  readonly flags: number;
}

/** What PDFium drew: rows from the top, four bytes a pixel, the fourth of them without meaning. */
export interface Pixels {
  /** All memory of the engine. */
  readonly memory: Uint8Array;
  /** Where the first row begins in it. */
  readonly at: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** FPDFBitmap_BGRx (fpdfview.h). */
const bgrx = 3;

/**
 * Draws a page on white and answers the result of `read`, which gets the pixels; they are freed after that. Null where
 * the bitmap does not fit into the memory of the engine.
 */
export function drawPage<T>(
  { calls, bytes }: Engine,
  { page, width, height, flags }: DrawnPage,
  read: (pixels: Pixels) => T,
): T | null {
  const bitmap = calls.FPDFBitmap_CreateEx(width, height, bgrx, 0, 0);
  if (bitmap === 0) return null;
  try {
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    calls.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    return read({
      memory: bytes(),
      at: calls.FPDFBitmap_GetBuffer(bitmap),
      stride: calls.FPDFBitmap_GetStride(bitmap),
      width,
      height,
    });
  } finally {
    calls.FPDFBitmap_Destroy(bitmap);
  }
}
