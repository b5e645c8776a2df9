import { AppError } from '../../../problems.ts';
import { withDocument } from '../../pdfium/document.ts';
import { clear, pixelDifference } from '../../raster/pixel-difference.ts';
import type { Raster } from '../../raster/raster-page.ts';
import { shownPage } from '../../raster/shown-page.ts';
import type { Box } from '../../text/extracted.ts';
import type { IgnoredBox } from '../read-document.ts';
import { regionsOf } from './regions.ts';

/** A page of one side: 1-based, with its size in points as shown. */
interface SizedPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
}

/** Two pages that are compared pixel by pixel. */
export interface SizedPair {
  readonly before: SizedPage;
  readonly after: SizedPage;
  /** Boxes of changed and moved words. Their pixels count, but need no region. */
  readonly explained: readonly Box[];
}

/** The documents, and limits of the comparison. */
export interface VisualOptions {
  /** The two documents. */
  readonly before: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  readonly after: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  readonly pairs: readonly SizedPair[];
  /** Colour distance, 0 to 1. */
  readonly tolerance: number;
  readonly ignore: readonly IgnoredBox[];
  /** Regions are requested. */
  readonly regions: boolean;
}

/** The visual difference of a pair of pages. */
export interface VisualDifference {
  /** Share of differing pixels, 0 to 1. */
  readonly share: number;
  /** Boxes around differences without a changed word, in points from the top-left corner of both pages. */
  readonly regions: readonly Box[];
}

/** Pixels per inch; fewer on pages that would exceed `defaultMaxPixels`. */
const usualPpi = 180;
const defaultMaxPixels = 9_000_000;
/** Groups of fewer touching pixels are noise. */
const speck = 6;
/** Pixels of all pages of one document. */
const maxPixelsInAll = 6_000_000_000;
/** Pixels that are held in memory at once. */
const pixelsAtOnce = 12_000_000;

/**
 * Draws both pages of each pair at the same scale and counts differing pixels, without anti-aliased edges. The
 * documents are opened alternately, for as many pages at a time as fit into memory.
 * @throws AppError `limit-exceeded`, and those of opening
 */
export async function compareVisual({ before, after, pairs, ...options }: VisualOptions): Promise<VisualDifference[]> {
  const scaled = pairs.map((pair) => ({ ...pair, ppi: ppiOf(pair) }));
  if (scaled.reduce((sum, pair) => sum + pixelsOf(pair), 0) > maxPixelsInAll)
    throw new AppError(
      'limit-exceeded',
      'The pages are too large together to compare how they look; name fewer in `pages`.',
    );
  const differences: VisualDifference[] = [];
  for (const batch of batches(scaled)) {
    const [one, other] = [
      await drawn(
        before,
        batch.map((pair) => ({ number: pair.before.number, ppi: pair.ppi })),
      ),
      await drawn(
        after,
        batch.map((pair) => ({ number: pair.after.number, ppi: pair.ppi })),
      ),
    ];
    batch.forEach((pair, index) =>
      differences.push(differenceOf(pair, [one[index] ?? null, other[index] ?? null], options)),
    );
  }
  return differences;
}

type ScaledPair = SizedPair & { readonly ppi: number };

function ppiOf({ before, after }: SizedPair): number {
  const area = Math.max(1, before.width, after.width) * Math.max(1, before.height, after.height);
  return Math.min(usualPpi, 72 * Math.sqrt(defaultMaxPixels / area));
}

const pixelsOf = ({ before, after, ppi }: ScaledPair): number =>
  ((Math.max(before.width, after.width) * ppi) / 72) * ((Math.max(before.height, after.height) * ppi) / 72);

function batches(pairs: readonly ScaledPair[]): ScaledPair[][] {
  const all: ScaledPair[][] = [];
  let pixels = Infinity;
  for (const pair of pairs) {
    pixels += pixelsOf(pair);
    if (pixels > pixelsAtOnce) {
      all.push([]);
      pixels = pixelsOf(pair);
    }
    all.at(-1)?.push(pair);
  }
  return all;
}

function drawn(
  source: VisualOptions['before'],
  pages: readonly { readonly number: number; readonly ppi: number }[],
): Promise<(Raster | null)[]> {
  return withDocument(source, (document) =>
    pages.map(({ number, ppi }) => shownPage(document, number, { ppi, maxPixels: 2 * defaultMaxPixels })),
  );
}

/** A broken page differs from every other page. */
function differenceOf(
  { before, after, explained, ppi }: ScaledPair,
  [one, other]: readonly [Raster | null, Raster | null],
  { tolerance, ignore, regions }: Pick<VisualOptions, 'tolerance' | 'ignore' | 'regions'>,
): VisualDifference {
  if (one === null || other === null) {
    const box = {
      x: 0,
      y: 0,
      width: Math.max(before.width, after.width),
      height: Math.max(before.height, after.height),
    };
    return one === other ? { share: 0, regions: [] } : { share: 1, regions: [box] };
  }
  const scale = ppi / 72;
  const inPixels = (box: Box, padding: number) => ({
    x: box.x * scale - padding,
    y: box.y * scale - padding,
    width: box.width * scale + 2 * padding,
    height: box.height * scale + 2 * padding,
  });
  const boxes = ignore
    .filter(({ page }) => page === undefined || page === before.number || page === after.number)
    .map(({ box }) => inPixels(box, 0));
  const words = explained.map((box) => inPixels(box, scale));
  const difference = pixelDifference(one, other, {
    tolerance,
    nearby: true,
    leastPixels: speck,
    strict: words,
    ignore: boxes,
  });
  if (difference.count === 0 || !regions) return { share: difference.share, regions: [] };
  for (const rect of words) clear(difference, rect);
  return { share: difference.share, regions: regionsOf(difference, scale) };
}
