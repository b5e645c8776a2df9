import type { Matrix } from '../pdfium/memory.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import type { Box } from '../content/state/box.ts';
import { boundsOf, mapped, polygonOf, type Polygon } from './shape.ts';

/** A place on a page of which nothing may be left. */
export interface Target {
  /** In page space, convex. */
  readonly polygon: Polygon;
  readonly bounds: Box;
  /** Where in the request it comes from. */
  readonly pointer: string;
  /** An area that somebody drew: paths are cut at its edges. A match is only as large as its text. */
  readonly drawn: boolean;
}

/** A box as requests and answers have it: points from the top-left corner of the page as it is shown. */
export interface ShownBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Page space to the page as it is shown: crop box, rotation, y downwards. */
export function toShown({ cropBox: [x0, y0, x1, y1], rotate }: PdfPage): Matrix {
  if (rotate === 90) return [0, 1, 1, 0, -y0, -x0];
  if (rotate === 180) return [-1, 0, 0, 1, x1, -y0];
  return rotate === 270 ? [0, -1, -1, 0, y1, x1] : [1, 0, 0, -1, -x0, y1];
}

/** The page as it is shown to page space. */
function fromShown({ cropBox: [x0, y0, x1, y1], rotate }: PdfPage): Matrix {
  if (rotate === 90) return [0, 1, 1, 0, x0, y0];
  if (rotate === 180) return [-1, 0, 0, 1, x1, y0];
  return rotate === 270 ? [0, -1, -1, 0, x1, y1] : [1, 0, 0, -1, x0, y1];
}

export function areaTarget(page: PdfPage, { x, y, width, height }: ShownBox, pointer: string): Target {
  const bounds = boundsOf(mapped(fromShown(page), polygonOf([x, y, x + width, y + height])));
  return { polygon: polygonOf(bounds), bounds, pointer, drawn: true };
}

/** Hundredths of a point are enough for anybody. */
const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;

export function shownBox(page: PdfPage, bounds: Box): ShownBox {
  const [x0, y0, x1, y1] = boundsOf(mapped(toShown(page), polygonOf(bounds)));
  return { x: rounded(x0), y: rounded(y0), width: rounded(x1 - x0), height: rounded(y1 - y0) };
}
