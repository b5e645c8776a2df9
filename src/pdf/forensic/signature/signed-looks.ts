import type { OpenDocument, Source } from '../../pdfium/document.ts';
import { withDocument } from '../../pdfium/document.ts';
import { pixelDifference, type PixelRect } from '../../raster/pixel-difference.ts';
import type { Raster } from '../../raster/raster-page.ts';
import { shownPage } from '../../raster/shown-page.ts';
import type { Box } from '../../text/extracted.ts';

/** Two versions of a page that are compared as pictures. Boxes are in points, as shown. */
export interface PagePair {
  /** 1-based, in either version. */
  readonly before: number;
  readonly after: number;
  /** Areas where differences are allowed. */
  readonly ignore: readonly Box[];
}

/** The difference of a page between two versions. */
export interface LookDifference {
  /** 1-based, in the later version. */
  readonly page: number;
  /** The share of differing pixels, 0 to 1. */
  readonly share: number;
  /** The number of differing pixels. */
  readonly count: number;
  /** Around the differing pixels, in points as shown; null without any. */
  readonly box: Box | null;
}

const ppi = 50;
const defaultMaxPixels = 1_000_000;
/** Colours differ if their distance exceeds this share of the greatest distance. */
const tolerance = 0.1;

/**
 * Draws pages of two versions and compares them. Skips a page that can not be drawn.
 * @throws AppError those of `withDocument`
 */
export async function compareLooks(
  before: Source,
  after: Source,
  pairs: readonly PagePair[],
): Promise<LookDifference[]> {
  if (pairs.length === 0) return [];
  const draw = (page: (pair: PagePair) => number) => (document: OpenDocument) =>
    pairs.map((pair) =>
      page(pair) <= document.pages ? shownPage(document, page(pair), { ppi, maxPixels: defaultMaxPixels }) : null,
    );
  const [old, now] = [
    await withDocument(
      before,
      draw((pair) => pair.before),
    ),
    await withDocument(
      after,
      draw((pair) => pair.after),
    ),
  ];
  return pairs.flatMap((pair, index) => {
    const [one, other] = [old[index], now[index]];
    return one == null || other == null ? [] : [difference(one, other, pair)];
  });
}

function difference(before: Raster, after: Raster, { after: page, ignore }: PagePair): LookDifference {
  const scale = after.ppi / 72;
  const { mask, share, count, width } = pixelDifference(before, after, {
    tolerance,
    ignore: ignore.map((box) => pixels(box, scale)),
  });
  return { page, share, count, box: around(mask, width, scale) };
}

/** One more row of pixels on each side, because edges are anti-aliased. */
function pixels({ x, y, width, height }: Box, scale: number): PixelRect {
  return { x: x * scale - 2, y: y * scale - 2, width: width * scale + 4, height: height * scale + 4 };
}

function around(mask: Uint8Array, stride: number, scale: number): Box | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -1, -1];
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) {
    const [x, y] = [at % stride, Math.floor(at / stride)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  const points = (value: number) => Math.round((value / scale) * 100) / 100;
  return x1 < 0 ? null : { x: points(x0), y: points(y0), width: points(x1 - x0 + 1), height: points(y1 - y0 + 1) };
}
