import type { ImageType } from '../../context.ts';
import { AppError } from '../../problems.ts';
import { encodeImage } from '../images/encode-image.ts';
import { type OpenDocument, type Source, withDocument } from '../pdfium/document.ts';
import { requireBoundedPatterns } from './bounded-patterns.ts';
import { pixelSize, requirePixels, type ImageSize, type PagePoints, type PixelLimits } from './image-size.ts';
import { drawPageImage, type PageLook } from './page-image.ts';

/** How pages become images. */
export interface PageImagesOptions extends PageLook {
  /** Selects the pages (1-based) of a document of so many. */
  readonly pages: (count: number) => readonly number[];
  readonly size: ImageSize;
  readonly limits: Omit<PixelLimits, 'side'>;
  readonly type: ImageType;
  /** 1 to 100, of JPEG and WebP. */
  readonly quality: number;
  /** Draws form fields. */
  readonly forms: boolean;
}

/** An encoded image of a page. */
export interface PageImage {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Pixels along a side: of a bitmap of PDFium, and of a picture of VP8 (RFC 6386, 9.1). */
const maxSide: Readonly<Record<ImageType, number>> = {
  'image/png': 30_000,
  'image/jpeg': 30_000,
  'image/webp': 16_383,
};

/**
 * Draws pages, one after the other, as viewers show them: the crop box, rotated. Each is encoded and handed to `take`
 * before the next is drawn, so that one page is in memory. Returns the number of pages of the document. Takes as long
 * as the document makes it, so it runs on a thread.
 * @throws AppError `invalid-pdf`, `encrypted-pdf`, `wrong-password`, `page-out-of-range`, `limit-exceeded`
 */
export function pageImages(
  source: Source,
  options: PageImagesOptions,
  take: (image: PageImage, of: number) => Promise<void> | void,
): Promise<number> {
  return withDocument(source, async (document) => {
    const numbers = options.pages(document.pages);
    const { size, type } = options;
    const limits = { ...options.limits, side: maxSide[type] };
    const points = numbers.map((number) => pagePoints(document, number));
    requirePixels(points, numbers, size, limits);
    requireBoundedPatterns(document);
    await withForm(document, options.forms, async (form) => {
      for (const [index, number] of numbers.entries()) {
        const pixels = draw(document, form, { number, size: pixelSize(points[index] ?? nothing, size) }, options);
        const { width, height } = pixels;
        await take({ page: number, width, height, data: await encodeImage(pixels, options) }, numbers.length);
      }
    });
    return document.pages;
  });
}

const nothing: PagePoints = { width: 1, height: 1 };

/** The size of a page as shown; its content is not read. */
function pagePoints({ engine, handle }: OpenDocument, number: number): PagePoints {
  const { calls, scratch, view } = engine;
  if (calls.FPDF_GetPageSizeByIndexF(handle, number - 1, scratch) === 0) throw broken(number);
  return { width: view().getFloat32(scratch, true), height: view().getFloat32(scratch + 4, true) };
}

function broken(number: number): AppError {
  return new AppError('invalid-pdf', `Page ${number} of the document is damaged and can not be drawn.`);
}

function draw(
  { engine, handle }: OpenDocument,
  form: number,
  { number, size }: { readonly number: number; readonly size: ReturnType<typeof pixelSize> },
  look: PageLook,
): ReturnType<typeof drawPageImage> {
  const page = engine.calls.FPDF_LoadPage(handle, number - 1);
  if (page === 0) throw broken(number);
  try {
    return drawPageImage(engine, { page, form }, size, look);
  } finally {
    engine.calls.FPDF_ClosePage(page);
  }
}

/** Runs `use` with the form of the document, without which PDFium draws no fields; 0 = none. */
async function withForm(
  { engine: { calls }, handle }: OpenDocument,
  isWanted: boolean,
  use: (form: number) => Promise<void>,
): Promise<void> {
  if (!isWanted) return use(0);
  const info = calls.PDFiumExt_OpenFormFillInfo();
  const form = calls.PDFiumExt_InitFormFillEnvironment(handle, info);
  try {
    await use(form);
  } finally {
    if (form !== 0) calls.PDFiumExt_ExitFormFillEnvironment(form);
    calls.PDFiumExt_CloseFormFillInfo(info);
  }
}
