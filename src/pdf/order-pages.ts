import { type PDFDocument, PDFName, PDFNumber, type PDFRef } from 'pdf-lib';

/** Puts the pages of a document into the order of `indexes` (from 0, each page at least once); a page named twice is there twice. */
export function orderPages(document: PDFDocument, indexes: readonly number[]): void {
  const { context, catalog } = document;
  const pages = document.getPages();
  const root = catalog.Pages();
  const seen = new Set<number>();
  const kids = indexes.flatMap((index): PDFRef[] => {
    const page = pages[index];
    if (page === undefined) return [];
    const ref = seen.has(index) ? context.register(page.node.clone(context)) : page.ref;
    seen.add(index);
    return [ref];
  });
  for (const page of pages) page.node.set(PDFName.of('Parent'), catalog.get(PDFName.of('Pages')) ?? context.obj(null));
  root.set(PDFName.of('Kids'), context.obj(kids));
  root.set(PDFName.of('Count'), PDFNumber.of(kids.length));
}
