import { openPdf } from '../file/open.ts';
import type { Matrix } from '../geometry/matrix.ts';
import { fromShownPoints, shownPoints, unitOf } from '../geometry/shown-page.ts';
import { Source } from '../facts/source.ts';

/** What a second pass over pages needs to know of them. */
export interface Inspection {
  readonly pages: readonly InspectedPage[];
  /** Page index of each named destination (ISO 32000-2, 12.3.2.4). */
  readonly destinations: Readonly<Record<string, number>>;
  /** The outline in order, with the page index of each entry. */
  readonly outline: readonly { readonly title: string; readonly level: number; readonly page: number }[];
}

/** A page by its size as it is shown, in points. */
export interface InspectedPage {
  readonly width: number;
  readonly height: number;
  /**
   * Maps points from the top-left corner of the page as it is shown, y downwards, to its user space; absent for a page
   * that was printed here.
   */
  readonly place?: Matrix;
}

/** Reads pages that were not printed here. Their destinations are names of other documents, and are left out. */
export function inspect(pdf: Uint8Array): Inspection {
  const source = new Source(openPdf(pdf));
  return {
    pages: source.pages.map((page): InspectedPage => {
      const measured = { ...page, unit: unitOf(source.file, page) };
      const [width, height] = shownPoints(measured);
      return { width, height, place: fromShownPoints(measured) };
    }),
    destinations: {},
    outline: source.outline.flatMap(({ title, level, page }) => (page === null ? [] : [{ title, level, page }])),
  };
}
