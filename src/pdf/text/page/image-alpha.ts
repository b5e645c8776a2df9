import type { Engine } from '../../pdfium/engine.ts';
import { matrixFrom } from '../../pdfium/memory.ts';
import { inverse, mapPoint, mapRect, type Matrix, type Rect } from '../../geometry/matrix.ts';

interface ImageAlpha {
  /** Box around the image, as shown on the page. */
  readonly rect: Rect;
  /** True for a point of the shown page that is under an opaque pixel. */
  readonly opaqueAt: (x: number, y: number) => boolean;
}

interface Image {
  readonly document: number;
  readonly page: number;
  readonly object: number;
  /** From the space of the image object to the shown page. */
  readonly matrix: Matrix;
  readonly budget: ImageBudget;
}

/** The remaining pixels that images of a page may take. */
export interface ImageBudget {
  pixels: number;
}

/** The pixels that images of one page may take. */
export const imageBudget = (): ImageBudget => ({ pixels: 80_000_000 });

/** Larger images are not examined: pixels of the image, and units of its area on the page. */
const maxPixels = 40_000_000;
const maxUnits = 3_000;
/** FPDFBitmap_BGRA: the only format with alpha. */
const bgra = 4;
const opaque = 250;

/** The opacity of an image with all its masks; `null` where it can not be determined. */
export function imageAlpha(engine: Engine, { document, page, object, matrix, budget }: Image): ImageAlpha | null {
  const { calls, scratch } = engine;
  const own = matrixFrom(engine, (pointer) => calls.FPDFPageObj_GetMatrix(object, pointer));
  const back = inverse(matrix);
  if (!own || !back || calls.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4) === 0) return null;
  const pixels = engine.view().getUint32(scratch, true) * engine.view().getUint32(scratch + 4, true);
  const placed = mapRect(own, { x0: 0, y0: 0, x1: 1, y1: 1 });
  const [width, height] = [placed.x1 - placed.x0, placed.y1 - placed.y0];
  if (!(pixels <= maxPixels && width > 0 && height > 0 && width <= maxUnits && height <= maxUnits)) return null;
  let alpha: Alpha | null | undefined;
  return {
    rect: mapRect(matrix, placed),
    opaqueAt: (x, y) => {
      if (alpha === undefined) {
        budget.pixels -= pixels + width * height;
        alpha = budget.pixels < 0 ? null : renderedAlpha(engine, { document, page, object });
      }
      const [u, v] = mapPoint(back, x, y);
      return alpha !== null && alpha((u - placed.x0) / width, (placed.y1 - v) / height) >= opaque;
    },
  };
}

/** Alpha from 0 to 255 at a point of the image's bounds: 0 to 1 from its top-left corner. */
type Alpha = (x: number, y: number) => number;

/** PDFium draws the image at one pixel per unit, upright in user space, so that the bitmap is small for any image. */
function renderedAlpha(
  engine: Engine,
  { document, page, object }: Pick<Image, 'document' | 'page' | 'object'>,
): Alpha | null {
  const { calls } = engine;
  const bitmap = calls.FPDFImageObj_GetRenderedBitmap(document, page, object);
  if (bitmap === 0) return null;
  try {
    const [width, height, stride] = [
      calls.FPDFBitmap_GetWidth(bitmap),
      calls.FPDFBitmap_GetHeight(bitmap),
      calls.FPDFBitmap_GetStride(bitmap),
    ];
    if (calls.FPDFBitmap_GetFormat(bitmap) !== bgra) return () => 255;
    const buffer = calls.FPDFBitmap_GetBuffer(bitmap);
    const alphas = new Uint8Array(width * height);
    const bytes = engine.bytes();
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1)
        alphas[row * width + column] = bytes[buffer + row * stride + column * 4 + 3] ?? 0;
    }
    const at = (part: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(part * size)));
    return (x, y) => alphas[at(y, height) * width + at(x, width)] ?? 0;
  } finally {
    calls.FPDFBitmap_Destroy(bitmap);
  }
}
