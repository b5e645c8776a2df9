import { AppError } from '../../problems.ts';
import type { Engine } from '../pdfium/engine.ts';
import type { PixelSize } from './image-size.ts';

/** How a page is drawn as an image. */
export interface PageLook {
  /** Red, green and blue of the paper, each 0 to 255; `null` = none, so that the image is transparent. */
  readonly paper: readonly [number, number, number] | null;
  /** Draws annotations other than form fields. */
  readonly annotations: boolean;
}

/** The pixels of an image: rows from the top, of red, green, blue, and alpha where the image is transparent. */
export interface ImagePixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly bytes: Uint8Array;
}

/** Handles of a page, and of the form of its document (0 = form fields are not drawn). */
export interface PageHandles {
  readonly page: number;
  readonly form: number;
}

/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER; FPDFBitmap_BGRx and FPDFBitmap_BGRA (fpdfview.h). */
const withAnnotations = 0x01;
const rgbOrder = 0x10;
const opaqueFormat = 3;
const alphaFormat = 4;

/**
 * Rows that are drawn for each row of the image. PDFium places glyphs on whole rows, but on thirds of columns: with
 * twice the rows, text stands where it is.
 */
const rowsPerRow = 2;
/**
 * Drawn rows by which a page is drawn higher: 3/8 of a row of the image. PDFium rounds baselines downwards, other readers
 * upwards; the similarity of text with that of poppler grows from 0.985 to 0.995.
 */
const lift = 0.75;
/** Pixels that the engine draws at once: larger pages are drawn in bands. */
const bandPixels = 8_000_000;

/** Draws a page, in bands that fit into the memory of the engine. @throws AppError `limit-exceeded` */
export function drawPageImage(engine: Engine, handles: PageHandles, size: PixelSize, look: PageLook): ImagePixels {
  const { width, height } = size;
  const channels = look.paper === null ? 4 : 3;
  const image = { width, height, channels, bytes: new Uint8Array(width * height * channels) } as const;
  const rows = Math.min(height, Math.max(1, Math.floor(bandPixels / width / rowsPerRow)));
  const bitmap = engine.calls.FPDFBitmap_CreateEx(
    width,
    rows * rowsPerRow,
    look.paper === null ? alphaFormat : opaqueFormat,
    0,
    0,
  );
  if (bitmap === 0)
    throw new AppError('limit-exceeded', `An image of ${width} pixels a row does not fit into the PDF engine.`);
  try {
    for (let top = 0; top < height; top += rows) {
      drawBand(engine, { ...handles, bitmap }, { size, top, rows }, look);
      copyBand(engine, bitmap, image, { top, rows: Math.min(rows, height - top) });
    }
  } finally {
    engine.calls.FPDFBitmap_Destroy(bitmap);
  }
  return image;
}

interface Band {
  /** The first row, and the number of rows, of the image. */
  readonly top: number;
  readonly rows: number;
}

function drawBand(
  { calls, scratch, view, bytes }: Engine,
  { page, form, bitmap }: PageHandles & { readonly bitmap: number },
  { size: { width, height, scale }, top, rows }: Band & { readonly size: PixelSize },
  { paper, annotations }: PageLook,
): void {
  const flags = rgbOrder | (annotations ? withAnnotations : 0);
  const [shift, drawnRows] = [-top * rowsPerRow, rows * rowsPerRow];
  if (paper === null) {
    const at = calls.FPDFBitmap_GetBuffer(bitmap);
    bytes().fill(0, at, at + calls.FPDFBitmap_GetStride(bitmap) * drawnRows);
  } else {
    const [red, green, blue] = paper;
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, drawnRows, (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0);
  }
  const numbers = [scale, 0, 0, scale * rowsPerRow, 0, shift - lift, 0, 0, width, drawnRows];
  for (const [index, number] of numbers.entries()) view().setFloat32(scratch + index * 4, number, true);
  calls.FPDF_RenderPageBitmapWithMatrix(bitmap, page, scratch, scratch + 24, flags);
  if (form !== 0)
    calls.FPDF_FFLDraw(form, bitmap, page, 0, shift - Math.round(lift), width, height * rowsPerRow, 0, flags);
}

/**
 * Copies the drawn rows into the image: each is the mean of two drawn ones. The last row of a page is that of the upper
 * one, because the lower one is partly below the page.
 */
function copyBand({ calls, bytes }: Engine, bitmap: number, image: ImagePixels, { top, rows }: Band): void {
  const [at, stride, memory] = [calls.FPDFBitmap_GetBuffer(bitmap), calls.FPDFBitmap_GetStride(bitmap), bytes()];
  const copy = image.channels === 3 ? copyOpaqueRow : copyRow;
  for (let row = 0; row < rows; row += 1) {
    const from = at + row * rowsPerRow * stride;
    const isLast = top + row === image.height - 1;
    copy(memory, [from, isLast ? from : from + stride], image, (top + row) * image.width * image.channels);
  }
}

type CopyRow = (memory: Uint8Array, rows: readonly [number, number], image: ImagePixels, to: number) => void;

const copyOpaqueRow: CopyRow = (memory, [upper, lower], { width, bytes }, start) => {
  for (let x = 0, a = upper, b = lower, to = start; x < width; x += 1, a += 4, b += 4, to += 3) {
    bytes[to] = ((memory[a] ?? 0) + (memory[b] ?? 0)) >> 1;
    bytes[to + 1] = ((memory[a + 1] ?? 0) + (memory[b + 1] ?? 0)) >> 1;
    bytes[to + 2] = ((memory[a + 2] ?? 0) + (memory[b + 2] ?? 0)) >> 1;
  }
};

/** A colour counts as much as it is opaque. */
const copyRow: CopyRow = (memory, [upper, lower], { width, bytes }, start) => {
  for (let x = 0, a = upper, b = lower, to = start; x < width; x += 1, a += 4, b += 4, to += 4) {
    const [first, second] = [memory[a + 3] ?? 0, memory[b + 3] ?? 0];
    const alpha = first + second;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1)
      bytes[to + channel] = ((memory[a + channel] ?? 0) * first + (memory[b + channel] ?? 0) * second) / alpha;
    bytes[to + 3] = alpha >> 1;
  }
};
