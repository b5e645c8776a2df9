import { AppError } from '../../problems.ts';
import type { Lookup } from '../content/lookup.ts';
import { withDocument } from '../pdfium/document.ts';
import { drawPage, type Pixels } from '../pdfium/draw-page.ts';
import type { Engine } from '../pdfium/engine.ts';
import { newStream } from '../objects/new-stream.ts';
import { Dict, Name, Ref, Stream, type Obj } from '../objects/objects.ts';
import { writePdf } from '../file/writing/write.ts';
import { reachable } from './reachable.ts';

/** FPDF_RENDER_NO_SMOOTHIMAGE. */
const noSmoothing = 0x2000;

/** Four bytes each have to fit into the memory of the engine. */
const maxPixels = 64_000_000;

/**
 * An image as PDFium shows it, pixel for pixel: red, green and blue on white, without its masks. For images that
 * nothing else here decodes: JPEG 2000, JBIG2, CCITT, CMYK. Null where PDFium can not show it.
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

function rendered(engine: Engine, handle: number, { width, height }: { width: number; height: number }): Buffer | null {
  const page = engine.calls.FPDF_LoadPage(handle, 0);
  if (page === 0) return null;
  try {
    return drawPage(engine, { page, width, height, flags: noSmoothing }, colours);
  } finally {
    engine.calls.FPDF_ClosePage(page);
  }
}

function colours({ memory, at, stride, width, height }: Pixels): Buffer {
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
