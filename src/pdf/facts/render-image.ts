import { AppError } from '../../problems.ts';
import type { Lookup } from '../content/lookup.ts';
import { withDocument } from '../pdfium/document.ts';
import type { Calls } from '../pdfium/calls.ts';
import type { Engine } from '../pdfium/engine.ts';
import { newStream } from '../objects/new-stream.ts';
import { Dict, Name, Ref, Stream, type Obj } from '../objects/objects.ts';
import { writePdf } from '../file/write.ts';
import { reachable } from './reachable.ts';

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

/** FPDFBitmap_BGRx, and FPDF_RENDER_NO_SMOOTHIMAGE. */
const bgrx = 3;
const noSmoothing = 0x2000;

/** Four bytes each have to fit into the memory of the engine. */
const maxPixels = 64_000_000;

/**
 * An image as PDFium shows it, pixel for pixel: red, green and blue on white, without its masks. For what nothing else
 * here decodes: JPEG 2000, JBIG2, CCITT, CMYK. Null where PDFium can not show it.
 */
export async function renderImage(
  file: Lookup,
  image: Stream,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer | null> {
  if (width * height > maxPixels || Math.max(width, height) > 30_000) return null;
  const dict = image.dict.copy();
  for (const key of ['SMask', 'Mask', 'SMaskInData', 'OC', 'Metadata', 'Alternates']) dict.delete(key);
  const bytes = await Promise.resolve(
    alone(file, new Stream(dict, image.raw, { decrypt: (stream) => stream.stored, decode: () => image.decoded() }), {
      width,
      height,
    }),
  );
  try {
    return await withDocument({ bytes }, ({ engine, handle }) => rendered(engine, handle, { width, height }));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A file of one page that shows the image, a point for each pixel. */
function alone(file: Lookup, image: Stream, { width, height }: { width: number; height: number }): Uint8Array {
  const objects = new Map<number, Obj>();
  for (const [num, obj] of reachable(file, image.dict)) objects.set(num, obj);
  const first = Math.max(0, ...objects.keys()) + 1;
  const [catalog, pages, page, content, own] = [0, 1, 2, 3, 4].map((more) => new Ref(first + more)) as [
    Ref,
    Ref,
    Ref,
    Ref,
    Ref,
  ];
  objects.set(
    catalog.num,
    new Dict([
      ['Type', new Name('Catalog')],
      ['Pages', pages],
    ]),
  );
  objects.set(
    pages.num,
    new Dict([
      ['Type', new Name('Pages')],
      ['Kids', [page]],
      ['Count', 1],
    ]),
  );
  objects.set(
    page.num,
    new Dict([
      ['Type', new Name('Page')],
      ['Parent', pages],
      ['MediaBox', [0, 0, width, height]],
      ['Contents', content],
      ['Resources', new Dict([['XObject', new Dict([['I', own]])]])],
    ]),
  );
  objects.set(content.num, newStream(new Dict(), Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`)));
  objects.set(own.num, image);
  return writePdf({ objects, trailer: new Dict([['Root', catalog]]), version: '1.7', compress: false });
}

function rendered(
  { calls, bytes }: Engine,
  handle: number,
  { width, height }: { width: number; height: number },
): Buffer | null {
  const render = calls as Calls & RenderCalls;
  const page = render.FPDF_LoadPage(handle, 0);
  const bitmap = page === 0 ? 0 : render.FPDFBitmap_CreateEx(width, height, bgrx, 0, 0);
  try {
    if (bitmap === 0) return null;
    render.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    render.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, noSmoothing);
    return colours(bytes(), {
      at: render.FPDFBitmap_GetBuffer(bitmap),
      stride: render.FPDFBitmap_GetStride(bitmap),
      width,
      height,
    });
  } finally {
    if (bitmap !== 0) render.FPDFBitmap_Destroy(bitmap);
    if (page !== 0) render.FPDF_ClosePage(page);
  }
}

function colours(
  memory: Uint8Array,
  { at, stride, width, height }: { at: number; stride: number; width: number; height: number },
): Buffer {
  const pixels = Buffer.allocUnsafe(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0, from = at + y * stride; x < width; x += 1, from += 4, to += 3) {
      pixels[to] = memory[from + 2] ?? 0;
      pixels[to + 1] = memory[from + 1] ?? 0;
      pixels[to + 2] = memory[from] ?? 0;
    }
  }
  return pixels;
}
