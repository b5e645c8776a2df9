import { PDFArray, type PDFDocument, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import type { Page, Place } from './places.ts';

/**
 * The order in which the Tab key goes through the widgets of each page (ISO 32000-2, table 31): that of the structure,
 * or of rows where there is none; where controls said their own (HTML, tabindex) that of the annotations, which is made
 * theirs.
 */
export function orderTabs(document: PDFDocument, places: readonly Place[]): void {
  const usual = document.catalog.has(PDFName.of('StructTreeRoot')) ? 'S' : 'R';
  for (const [page, own] of Map.groupBy(places, ({ page: { node } }) => node)) {
    const asked = own.some(({ widget }) => widget.tabIndex > 0);
    if (asked) orderAnnotations(own, page);
    if (asked || !page.has(PDFName.of('Tabs'))) page.set(PDFName.of('Tabs'), PDFName.of(asked ? 'W' : usual));
  }
}

/** Widgets take each other's places; other annotations stay where they are. */
function orderAnnotations(places: readonly Place[], page: Page['node']): void {
  const annotations = page.lookupMaybe(PDFName.of('Annots'), PDFArray);
  if (annotations === undefined) return;
  const byRef = new Map<PDFObject, Place>(places.map((place) => [place.ref, place]));
  const entries = annotations.asArray();
  const before = entries.flatMap((entry) => byRef.get(entry) ?? []);
  const sorted: PDFRef[] = [...before].sort((a, b) => rank(a) - rank(b)).map(({ ref }) => ref);
  entries.forEach((entry, index) => {
    const next = byRef.has(entry) ? sorted.shift() : undefined;
    if (next !== undefined) annotations.set(index, next);
  });
}

/** Those with a number of their own come first, those that Tab passes over last (HTML, 6.6.3). */
const rank = ({ widget: { tabIndex } }: Place) => (tabIndex > 0 ? tabIndex : tabIndex === 0 ? 1e9 : 2e9);
