import type { MarkLook } from '../../edit/stamp/mark.ts';
import type { MarkedPage } from '../../edit/stamp/mark-matrix.ts';
import type { Source } from '../../facts/source.ts';
import type { Box, PdfPage } from '../../file/pdf-file.ts';
import { rectangleOf, shownPoints, unitOf, type ShownBox } from '../../geometry/shown-page.ts';

/** An upright map: scales, then moves. */
export interface Placing {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
  /** The part of the page that was seen before, in the space before the map. */
  readonly clip: Box;
}

/** A page of the document that is being arranged. Pages are replaced, never changed. */
export interface PlannedPage {
  /** Equal for repeats of a page. */
  readonly id: number;
  /** `null` for an empty page. */
  readonly from: { readonly document: number; readonly page: number } | null;
  readonly mediaBox: Box;
  readonly cropBox: Box;
  readonly rotate: PdfPage['rotate'];
  /** Points of a unit of the page. */
  readonly unit: number;
  /** How its content was placed on pages of other sizes, in order. */
  readonly placings: readonly Placing[];
  /** What is drawn on it, in order. */
  readonly marks: readonly PlannedMark[];
}

/** A mark on a page as it was when it was drawn there. */
export interface PlannedMark {
  readonly look: MarkLook;
  readonly page: MarkedPage;
  /** The number of placings that came before. */
  readonly placings: number;
}

/** The page with a mark. */
export function marked(page: PlannedPage, look: MarkLook): PlannedPage {
  const { cropBox, rotate, unit, placings } = page;
  const mark = { look, page: { cropBox, rotate, unit }, placings: placings.length };
  return { ...page, marks: [...page.marks, mark] };
}

/** True where a mark is transparent, or may be: pictures have an alpha channel. */
export function hasTransparency({ marks }: PlannedPage): boolean {
  return marks.some(({ look: { opacity, content } }) => opacity < 1 || !('text' in content));
}

/** How a page fills one of another size. */
export type Fit = 'contain' | 'cover' | 'stretch' | 'none';

/** Width and height of a page, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Page `page` of a document, as it is. */
export function plannedPage(source: Source, from: { document: number; page: number }, id: number): PlannedPage {
  const page = source.pages[from.page];
  if (page === undefined) throw new Error(`The document has no page of index ${from.page}.`);
  const { mediaBox, cropBox, rotate } = page;
  return { id, from, mediaBox, cropBox, rotate, unit: unitOf(source.file, page), placings: [], marks: [] };
}

/** An empty page. */
export function emptyPage({ width, height }: PageSize, id: number): PlannedPage {
  const box: Box = [0, 0, width, height];
  return { id, from: null, mediaBox: box, cropBox: box, rotate: 0, unit: 1, placings: [], marks: [] };
}

/** The size of a page as it is shown, in points. */
export function sizeInPoints(page: PlannedPage): PageSize {
  const [width, height] = shownPoints(page);
  return { width, height };
}

/** The page turned clockwise by a multiple of 90 degrees. */
export function rotated(page: PlannedPage, degrees: number): PlannedPage {
  return { ...page, rotate: ((((page.rotate + degrees) % 360) + 360) % 360) as PdfPage['rotate'] };
}

/** The page cut to a box in points; `null` where the box has no part of it. */
export function cropped(page: PlannedPage, box: ShownBox): PlannedPage | null {
  const inUnits = Object.fromEntries(Object.entries(box).map(([key, value]) => [key, Number(value) / page.unit]));
  const wanted = rectangleOf(inUnits as unknown as ShownBox, page);
  const [left, bottom, right, top] = page.cropBox;
  const cropBox: Box = [
    Math.max(left, wanted[0]),
    Math.max(bottom, wanted[1]),
    Math.min(right, wanted[2]),
    Math.min(top, wanted[3]),
  ];
  return cropBox[2] - cropBox[0] < least || cropBox[3] - cropBox[1] < least ? null : { ...page, cropBox };
}

/** Viewers show no smaller pages (ISO 32000-1, annex C), in units. */
const least = 3;

/** The page on one of another size, which it fills as `fit` says, from the middle. */
export function resized(page: PlannedPage, size: PageSize, fit: Fit): PlannedPage {
  const [width, height] = page.rotate % 180 === 0 ? [size.width, size.height] : [size.height, size.width];
  const [left, bottom, right, top] = page.cropBox;
  const [across, upright] = [width / (right - left), height / (top - bottom)];
  const [scaleX, scaleY] = {
    contain: [Math.min(across, upright), Math.min(across, upright)],
    cover: [Math.max(across, upright), Math.max(across, upright)],
    stretch: [across, upright],
    none: [page.unit, page.unit],
  }[fit] as [number, number];
  const box: Box = [0, 0, width, height];
  const placing: Placing = {
    scaleX,
    scaleY,
    x: width / 2 - (scaleX * (left + right)) / 2,
    y: height / 2 - (scaleY * (bottom + top)) / 2,
    clip: page.cropBox,
  };
  return { ...page, mediaBox: box, cropBox: box, unit: 1, placings: [...page.placings, placing] };
}
