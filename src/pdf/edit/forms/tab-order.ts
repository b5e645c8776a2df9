import { PDFArray, type PDFDocument, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import type { Page, PlacedWidget } from './places.ts';

/**
 * Sets the tab order of each page (ISO 32000-2, table 31): structure order, or row order without structure. If controls
 * have a tabindex (HTML), the order of the annotations, which are sorted.
 */
export function orderTabs(document: PDFDocument, places: readonly PlacedWidget[]): void {
  const usual = document.catalog.has(PDFName.of('StructTreeRoot')) ? 'S' : 'R';
  for (const [page, own] of Map.groupBy(places, ({ page: { node } }) => node)) {
    const hasTabIndex = own.some(({ widget }) => widget.tabIndex > 0);
    if (hasTabIndex) orderAnnotations(own, page);
    if (hasTabIndex || !page.has(PDFName.of('Tabs')))
      page.set(PDFName.of('Tabs'), PDFName.of(hasTabIndex ? 'W' : usual));
  }
}

/** Sorts widgets among their positions; other annotations stay. */
function orderAnnotations(places: readonly PlacedWidget[], page: Page['node']): void {
  const annotations = page.lookupMaybe(PDFName.of('Annots'), PDFArray);
  if (annotations === undefined) return;
  const byRef = new Map<PDFObject, PlacedWidget>(places.map((place) => [place.ref, place]));
  const entries = annotations.asArray();
  const before = entries.flatMap((entry) => byRef.get(entry) ?? []);
  const sorted: PDFRef[] = [...before].sort((a, b) => rank(a) - rank(b)).map(({ ref }) => ref);
  entries.forEach((entry, index) => {
    const next = byRef.has(entry) ? sorted.shift() : undefined;
    if (next !== undefined) annotations.set(index, next);
  });
}

/** Widgets with a positive tabindex come first, excluded ones last (HTML, 6.6.3). */
const rank = ({ widget: { tabIndex } }: PlacedWidget) => (tabIndex > 0 ? tabIndex : tabIndex === 0 ? 1e9 : 2e9);
