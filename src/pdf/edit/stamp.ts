import { PDFArray, PDFName, PDFPageLeaf, type PDFDocument, type PDFEmbeddedPage } from 'pdf-lib';

/** Pages of another PDF that are drawn under or over the pages of a document. */
export interface Stamp {
  readonly pdf: Uint8Array;
  readonly layer: 'under' | 'over';
  /** Its artifact type: a background, or a pagination artifact of this subtype (ISO 32000-2, 14.8.2.2.2). */
  readonly subtype: 'Watermark' | 'Header' | 'Footer' | 'Background';
  /** For each page of the document the index of the stamp's page, or `null`. */
  readonly pages: readonly (number | null)[];
}

/** Draws a stamp on pages that were printed here, as an artifact outside the structure tree. `source` is its file. */
export async function drawOnPrinted(
  document: PDFDocument,
  source: PDFDocument,
  { layer, subtype, pages }: Omit<Stamp, 'pdf'>,
): Promise<void> {
  const used = [...new Set(pages.filter((index) => index !== null))];
  const embedded = await document.embedPages(used.map((index) => source.getPage(index)));
  const byIndex = new Map(used.map((index, position) => [index, embedded[position]]));
  pagesOf(document).forEach((page, number) => {
    const index = pages[number] ?? null;
    const form = index === null ? undefined : byIndex.get(index);
    if (form !== undefined) draw(document, page, { form, layer, subtype });
  });
}

/** Pages in the order of the page tree, which may differ from pdf-lib's cached list. */
export function pagesOf({ catalog }: PDFDocument): PDFPageLeaf[] {
  const pages: PDFPageLeaf[] = [];
  catalog.Pages().traverse((node) => {
    if (node instanceof PDFPageLeaf) pages.push(node);
  });
  return pages;
}

/** The property list of the artifact. */
export const artifactOf = (subtype: Stamp['subtype']): string =>
  subtype === 'Background' ? '<</Type /Background>>' : `<</Type /Pagination /Subtype /${subtype}>>`;

function draw(
  document: PDFDocument,
  page: PDFPageLeaf,
  { form, layer, subtype }: Pick<Stamp, 'layer' | 'subtype'> & { readonly form: PDFEmbeddedPage },
): void {
  const { context } = document;
  const name = page.newXObject('Colophon', form.ref);
  const content = `/Artifact ${artifactOf(subtype)} BDC\nq ${name.toString()} Do Q\nEMC`;
  const mark = context.register(context.stream(content));
  const save = context.register(context.stream('q'));
  const restore = context.register(context.stream('Q'));
  page.normalize();
  const own = page.Contents() ?? context.obj([]);
  const streams = own instanceof PDFArray ? own.asArray() : [own];
  const order = layer === 'under' ? [mark, save, ...streams, restore] : [save, ...streams, restore, mark];
  page.set(PDFName.of('Contents'), context.obj(order));
}
