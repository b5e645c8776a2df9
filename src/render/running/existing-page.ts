import type { InspectedPage } from '../../pdf/edit/inspect.ts';
import { multiply, type Matrix } from '../../pdf/geometry/matrix.ts';
import { mainPage, type Document } from '../model/document.ts';
import { paperSizes } from '../model/paper-sizes.ts';
import type { PageSetup } from '../model/types/page-geometry.ts';

/** Points of the shorter side of a page on which headers and footers have their size; on smaller pages they shrink. */
const leastSide = 144;
/** Chromium prints no longer pages, in points; on larger pages headers and footers grow. */
const greatestSide = 14_000;

/** What is printed for a page of an existing PDF: its size, and where it lies on the page. */
export interface ExistingSheet {
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** Maps points from its top-left corner, y downwards, to the user space of the page. */
  readonly place: Matrix;
}

/** The sheet that covers a page as it is shown; `null` for a page that was printed here. */
export function sheetOf({ width, height, place }: InspectedPage): ExistingSheet | null {
  if (place === undefined) return null;
  const wanted = Math.max(1, leastSide / Math.min(width, height));
  const scale = Math.min(wanted, greatestSide / Math.max(width, height));
  return {
    width: thousandths(width * scale),
    height: thousandths(height * scale),
    place: multiply([1 / scale, 0, 0, 1 / scale, 0, 0], place),
  };
}

const thousandths = (points: number) => Math.round(points * 1000) / 1000;

/**
 * The margins of a page of an existing PDF: those of the document, but no more than half of the width at both sides,
 * because the page may be much smaller.
 */
export function setupOnExisting(
  { pages }: Document,
  { width, height, chapter }: Pick<PageSetup, 'width' | 'height' | 'chapter'>,
): PageSetup {
  const { top, right, bottom, left } = pages[mainPage]?.margin ?? { top: 0, right: 0, bottom: 0, left: 0 };
  const share = left + right > width / 2 ? width / 2 / (left + right) : 1;
  const margin = { top, right: right * share, bottom, left: left * share };
  return { width, height, margin, background: null, bleed: 0, chapter };
}

/** The HTML of a watermark for a page of that size: texts are as large as they are to be on A4, and shrink with it. */
export function watermarkOnExisting(html: string, { width, height }: Pick<ExistingSheet, 'width' | 'height'>): string {
  const [wide = 1, tall = 1] = paperSizes.A4 ?? [];
  const share = Math.hypot(width, height) / Math.hypot(wide, tall);
  return share >= 1 ? html : `<div style="position:absolute;inset:0;zoom:${share.toFixed(3)}">${html}</div>`;
}
