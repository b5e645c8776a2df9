import { PDFDocument } from 'pdf-lib';
import { drawOnPrinted, pagesOf, type Stamp } from './stamp.ts';
import { ShownPageStamps, type StampPlaces } from './stamp-shown-pages.ts';

/** Draws stamps on the pages as artifacts, outside the structure tree. */
export async function drawStamps(document: PDFDocument, stamps: readonly Stamp[], places: StampPlaces): Promise<void> {
  const shown = new ShownPageStamps(document);
  for (const stamp of bottomFirst(stamps)) {
    const onPrinted = stamp.pages.map((index, page) => ((places[page] ?? null) === null ? index : null));
    const source = await PDFDocument.load(stamp.pdf, { updateMetadata: false });
    await drawOnPrinted(document, source, { ...stamp, pages: onPrinted });
    await shown.take(source, stamp, places);
  }
  shown.draw(pagesOf(document));
}

/**
 * Stamps from the lowest. Each stamp under the pages goes below the previous content, so the highest of them comes
 * first.
 */
function bottomFirst(stamps: readonly Stamp[]): Stamp[] {
  return [
    ...stamps.filter(({ layer }) => layer === 'under').reverse(),
    ...stamps.filter(({ layer }) => layer === 'over'),
  ];
}
