import { createHash } from 'node:crypto';
import { type OpenDocument, type Source, withDocument } from '../pdfium/document.ts';
import { shownPage } from '../raster/shown-page.ts';
import { greyOf, meanColours, similarity, type Grey } from './ssim.ts';

/** A page as another reader (PDFium) shows it. A null look means that it can not show the page. */
interface Seen {
  readonly look: Look | null;
  readonly text: string;
}

interface Look {
  readonly grey: Grey;
  /** Hash of all pixels. */
  readonly hash: string;
  /** Mean red, green and blue of squares of pixels. */
  readonly colours: Uint8Array;
}

/** The difference between a page of the result and the same page of the input. */
export interface PageDifference {
  /** Index of the page. */
  readonly page: number;
  /** 1 only if all pixels are equal. */
  readonly similarity: number;
  /** Of the square whose mean colour differs most, 0 to 255. */
  readonly colourShift: number;
  readonly sameText: boolean;
  /** Some square of the result is not grey. */
  readonly coloured: boolean;
}

/** Pixels per inch, as on a screen. */
const ppi = 100;
/** Pages that are held in memory at once, and pixels of each. */
const atOnce = 12;
const defaultMaxPixels = 4_000_000;

/**
 * Compares all pages, some at a time. Null once the time is over.
 * @throws AppError `limit-exceeded` and those of `withDocument`
 */
export async function comparePages(
  before: Source,
  after: Source,
  count: number,
  isLate: () => boolean,
): Promise<PageDifference[] | null> {
  const differences: PageDifference[] = [];
  for (let first = 0; first < count; first += atOnce) {
    if (isLate()) return null;
    const pages = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => first + index);
    const [one, other] = [await seen(before, pages), await seen(after, pages)];
    for (const [index, page] of pages.entries()) differences.push(differenceOf(page, one[index], other[index]));
  }
  return differences;
}

const seen = (source: Source, pages: readonly number[]): Promise<Seen[]> =>
  withDocument(source, (document) => pages.map((page) => seenOf(document, page)));

function seenOf(document: OpenDocument, page: number): Seen {
  const raster = shownPage(document, page + 1, { ppi, maxPixels: defaultMaxPixels });
  return {
    look:
      raster === null
        ? null
        : {
            grey: greyOf(raster),
            hash: createHash('sha256').update(raster.rgba).digest('base64'),
            colours: meanColours(raster),
          },
    text: textOf(document, page),
  };
}

function differenceOf(page: number, one: Seen | undefined, other: Seen | undefined): PageDifference {
  const [a, b] = [one?.look ?? null, other?.look ?? null];
  const sameText = one?.text === other?.text;
  const coloured = b !== null && isColoured(b.colours);
  if (a === null || b === null) return { page, similarity: a === b ? 1 : 0, colourShift: 0, sameText, coloured };
  return a.hash === b.hash
    ? { page, similarity: 1, colourShift: 0, sameText, coloured }
    : {
        page,
        coloured,
        similarity: Math.min(nearlySame, similarity(a.grey, b.grey)),
        colourShift: shift(a.colours, b.colours),
        sameText,
      };
}

const nearlySame = 0.9999;

/** Components of a grey may differ by this, 0 to 255. */
const maxSpread = 3;

function isColoured(colours: Uint8Array): boolean {
  for (let at = 0; at + 2 < colours.length; at += 3) {
    const [red, green, blue] = [colours[at] ?? 0, colours[at + 1] ?? 0, colours[at + 2] ?? 0];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > maxSpread) return true;
  }
  return false;
}

function shift(one: Uint8Array, other: Uint8Array): number {
  return one.length === other.length
    ? one.reduce((greatest, value, at) => Math.max(greatest, Math.abs(value - (other[at] ?? 0))), 0)
    : 255;
}

/** The characters of a page in PDFium's order. */
function textOf({ engine: { calls }, handle }: OpenDocument, index: number): string {
  const page = calls.FPDF_LoadPage(handle, index);
  const text = page === 0 ? 0 : calls.FPDFText_LoadPage(page);
  try {
    const count = text === 0 ? 0 : Math.max(0, calls.FPDFText_CountChars(text));
    const codes = Array.from({ length: count }, (_, at) => calls.FPDFText_GetUnicode(text, at));
    return codes.join(' ');
  } finally {
    if (text !== 0) calls.FPDFText_ClosePage(text);
    if (page !== 0) calls.FPDF_ClosePage(page);
  }
}
