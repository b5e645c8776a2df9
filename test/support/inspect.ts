import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef, PDFString, type PDFObject } from 'pdf-lib';

interface Inspection {
  /** Points. */
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  /** Page index of each named destination (ISO 32000-2, 12.3.2.4). */
  readonly destinations: Readonly<Record<string, number>>;
  /** The outline in order, with the page index of each entry. */
  readonly outline: readonly { readonly title: string; readonly level: number; readonly page: number }[];
}

/** Reads a file that Chromium printed, with a reader that is not ours. */
export async function inspect(pdf: Uint8Array): Promise<Inspection> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const pages = document.getPages();
  const indexes = new Map(pages.map((page, index) => [page.ref.toString(), index]));
  const pageOf = (destination: PDFObject | undefined) =>
    indexes.get(String(arrayOf(document, destination)?.get(0))) ?? null;
  const named = destinations(document, pageOf);
  return {
    pages: pages.map((page) => page.getSize()),
    destinations: named,
    outline: outline(document, (destination) => {
      const name =
        destination instanceof PDFName || destination instanceof PDFString || destination instanceof PDFHexString
          ? destination.decodeText()
          : null;
      return name === null ? pageOf(destination) : (named[name] ?? null);
    }),
  };
}

/** Chromium writes Dests in the catalog: a dictionary of names. */
function destinations(
  document: PDFDocument,
  pageOf: (destination: PDFObject | undefined) => number | null,
): Record<string, number> {
  const found: Record<string, number> = {};
  const all = document.catalog.lookupMaybe(PDFName.of('Dests'), PDFDict);
  for (const [name, destination] of all?.entries() ?? []) {
    const page = pageOf(destination);
    if (page !== null) found[name.decodeText()] = page;
  }
  return found;
}

function outline(
  document: PDFDocument,
  pageOf: (destination: PDFObject | undefined) => number | null,
): Inspection['outline'][number][] {
  const entries: Inspection['outline'][number][] = [];
  const seen = new Set<PDFDict>();
  const walk = (parent: PDFDict, level: number) => {
    let item = parent.lookupMaybe(PDFName.of('First'), PDFDict);
    while (item !== undefined && !seen.has(item)) {
      seen.add(item);
      const title = item.lookup(PDFName.of('Title'));
      const page = pageOf(item.get(PDFName.of('Dest')));
      if (page !== null && (title instanceof PDFString || title instanceof PDFHexString))
        entries.push({ title: title.decodeText(), level, page });
      walk(item, level + 1);
      item = item.lookupMaybe(PDFName.of('Next'), PDFDict);
    }
  };
  const root = document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict);
  if (root !== undefined) walk(root, 1);
  return entries;
}

function arrayOf(document: PDFDocument, object: PDFObject | undefined): PDFArray | null {
  const value = object instanceof PDFRef ? document.context.lookup(object) : object;
  if (value instanceof PDFDict) return arrayOf(document, value.get(PDFName.of('D')));
  return value instanceof PDFArray ? value : null;
}
