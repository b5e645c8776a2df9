import { AppError } from '../../problems.ts';
import type { Calls } from '../pdfium/calls.ts';
import type { OpenDocument } from '../pdfium/document.ts';
import type { Engine } from '../pdfium/engine.ts';
import { pageSpace } from '../text/page/page-space.ts';
import { requireBoundedPatterns } from './bounded-patterns.ts';

/** A page as it is seen on white paper: rows from the top, red, green, blue and an alpha of 255 for each pixel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Pixels an inch: what was asked for, or less where the page would have had more than `maxPixels`. */
  readonly ppi: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

export interface RasterOptions {
  /** Pixels an inch. */
  readonly ppi: number;
  /** 25 million unless given. */
  readonly maxPixels?: number;
  /** True unless given: with what annotations show, but for form fields (`shownPage` has those). */
  readonly annotations?: boolean;
}

/** Functions of PDFium (fpdfview.h) that nothing else here calls. */
interface RenderCalls {
  FPDFBitmap_CreateEx: (width: number, height: number, format: number, first: number, stride: number) => number;
  FPDFBitmap_FillRect: (
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ) => number;
  FPDF_RenderPageBitmap: (
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void;
}

/** FPDFBitmap_BGRx, FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const bgrx = 3;
const withAnnotations = 0x01;
const rgbOrder = 0x10;

/** Four bytes each have to fit into the memory of the engine, beside the document. */
const usualPixels = 25_000_000;
const maxRasterPixels = 100_000_000;
/** A side of more is no bitmap of PDFium. */
const longestSide = 30_000;

/** The size of a page as shown, in points; null where the page is broken. 1-based. */
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
 * Draws a page (1-based): crop box, after rotation, layers as the document opens. Null where the page is broken.
 * @throws AppError `limit-exceeded`
 */
export function rasterPage(document: OpenDocument, number: number, options: RasterOptions): Raster | null {
  requireBoundedPatterns(document);
  const { engine, handle } = document;
  const page = engine.calls.FPDF_LoadPage(handle, number - 1);
  if (page === 0) return null;
  try {
    const size = pixelSize(pageSpace(engine, page), options);
    return {
      ...size,
      rgba: drawn(engine, { page, ...size, flags: rgbOrder | (options.annotations === false ? 0 : withAnnotations) }),
    };
  } finally {
    engine.calls.FPDF_ClosePage(page);
  }
}

/** What a page of so many points measures in pixels, within the limits. */
function pixelSize(
  points: { readonly width: number; readonly height: number },
  { ppi, maxPixels = usualPixels }: RasterOptions,
): Omit<Raster, 'rgba'> {
  const [width, height] = [Math.max(0.01, points.width), Math.max(0.01, points.height)];
  const most = Math.min(maxPixels, maxRasterPixels);
  const fitting = Math.min(ppi, 72 * Math.sqrt(most / (width * height)), (72 * longestSide) / Math.max(width, height));
  const pixels = (length: number) => Math.max(1, Math.round((length * fitting) / 72));
  return { width: pixels(width), height: pixels(height), ppi: fitting };
}

function drawn(
  engine: Engine,
  { page, width, height, flags }: { page: number; width: number; height: number; flags: number },
): Uint8Array<ArrayBuffer> {
  const calls = engine.calls as Calls & RenderCalls;
  const bitmap = calls.FPDFBitmap_CreateEx(width, height, bgrx, 0, 0);
  if (bitmap === 0)
    throw new AppError(
      'limit-exceeded',
      `A page of ${width} by ${height} pixels does not fit into the memory of the PDF engine.`,
    );
  try {
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    calls.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    return opaque(engine.bytes(), {
      at: calls.FPDFBitmap_GetBuffer(bitmap),
      stride: calls.FPDFBitmap_GetStride(bitmap),
      width,
      height,
    });
  } finally {
    calls.FPDFBitmap_Destroy(bitmap);
  }
}

/** A copy without the padding of rows; what PDFium leaves in the fourth byte says nothing. */
function opaque(
  memory: Uint8Array,
  { at, stride, width, height }: { at: number; stride: number; width: number; height: number },
): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1)
    rgba.set(memory.subarray(at + row * stride, at + row * stride + width * 4), row * width * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (pixels[index] ?? 0) | 0xff000000;
  return rgba;
}
