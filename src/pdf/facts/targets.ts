import { fromShown, type ShownBox } from '../geometry/shown-page.ts';
import type { Box, PdfPage } from '../file/pdf-file.ts';
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

/**
 * The target for a requested area, given in points as the page is shown. `pointer` is its JSON pointer in the request.
 */
export function areaTarget(page: PdfPage, { x, y, width, height }: ShownBox, pointer: string): Target {
  const bounds = boundsOf(mapped(fromShown(page), polygonOf([x, y, x + width, y + height])));
  return { polygon: polygonOf(bounds), bounds, pointer, drawn: true };
}
