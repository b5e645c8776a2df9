import { AppError } from '../../problems.ts';
import type { OpenDocument } from '../pdfium/document.ts';
import { drawPage, type Pixels } from '../pdfium/draw-page.ts';
import { pageSpace } from '../text/page/page-space.ts';
import { requireBoundedPatterns } from './bounded-patterns.ts';

/** A page on white paper: rows from the top, with red, green, blue and an alpha of 255 for each pixel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Pixels per inch: as requested, or fewer if the page would exceed `maxPixels`. */
  readonly ppi: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Resolution and limits of a raster. */
export interface RasterOptions {
  /** Pixels per inch. */
  readonly ppi: number;
  /** 25 million unless given. */
  readonly maxPixels?: number;
  /** Draws annotations, but not form fields (see `shownPage`); true unless given. */
  readonly annotations?: boolean;
}

/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const withAnnotations = 0x01;
const rgbOrder = 0x10;

/** Pixels of a raster: four bytes each have to fit into the memory of the engine, beside the document. */
const defaultPixels = 25_000_000;
const maxRasterPixels = 100_000_000;
/** Pixels along a side of a bitmap in PDFium. */
const maxSidePixels = 30_000;

/** The size of a page as shown, in points; null for a broken page. 1-based. */
export function pageSize(
  { engine, handle }: OpenDocument,
  number: number,
): { readonly width: number; readonly height: number } | null {
  const page = engine.calls.FPDF_LoadPage(handle, number - 1);
  if (page === 0) return null;
  try {
    const { width, height } = pageSpace(engine, page);
    return { width, height };
  } finally {
    engine.calls.FPDF_ClosePage(page);
  }
}

/**
 * Draws a page (1-based): its crop box, rotated, with the layers of the opened document. Null for a broken page.
 * @throws AppError `limit-exceeded`
 */
export function rasterPage(document: OpenDocument, number: number, options: RasterOptions): Raster | null {
  requireBoundedPatterns(document);
  const { engine, handle } = document;
  const page = engine.calls.FPDF_LoadPage(handle, number - 1);
  if (page === 0) return null;
  try {
    const size = pixelSize(pageSpace(engine, page), options);
    const flags = rgbOrder | (options.annotations === false ? 0 : withAnnotations);
    const rgba = drawPage(engine, { page, ...size, flags }, opaque);
    if (rgba === null)
      throw new AppError(
        'limit-exceeded',
        `A page of ${size.width} by ${size.height} pixels does not fit into the memory of the PDF engine.`,
      );
    return { ...size, rgba };
  } finally {
    engine.calls.FPDF_ClosePage(page);
  }
}

/** The size of a page in pixels, within the limits. */
function pixelSize(
  points: { readonly width: number; readonly height: number },
  { ppi, maxPixels = defaultPixels }: RasterOptions,
): Omit<Raster, 'rgba'> {
  const [width, height] = [Math.max(0.01, points.width), Math.max(0.01, points.height)];
  const limit = Math.min(maxPixels, maxRasterPixels);
  const fitting = Math.min(
    ppi,
    72 * Math.sqrt(limit / (width * height)),
    (72 * maxSidePixels) / Math.max(width, height),
  );
  const pixels = (length: number) => Math.max(1, Math.round((length * fitting) / 72));
  return { width: pixels(width), height: pixels(height), ppi: fitting };
}

/** A copy without row padding, and with alpha 255: PDFium leaves the fourth byte undefined. */
function opaque({ memory, at, stride, width, height }: Pixels): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1)
    rgba.set(memory.subarray(at + row * stride, at + row * stride + width * 4), row * width * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (pixels[index] ?? 0) | 0xff000000;
  return rgba;
}
