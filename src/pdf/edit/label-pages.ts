import { PDFDict, PDFHexString, PDFName, PDFNumber, type PDFDocument } from 'pdf-lib';

/** The label of one page (ISO 32000-2, 12.4.2), as plain data. */
export interface PageLabel {
  /** D, R, r, A, a, or `null` for the prefix alone. */
  readonly style: string | null;
  readonly prefix: string;
  readonly number: number;
}

/** Writes the labels of all pages, as the shortest list of ranges. `null`: the document has none. */
export function labelPages(document: PDFDocument, labels: readonly PageLabel[] | null): void {
  const { catalog, context } = document;
  const key = PDFName.of('PageLabels');
  if (labels === null) {
    catalog.delete(key);
    return;
  }
  const ranges = labels.flatMap((label, page) => {
    const before = labels[page - 1];
    return before !== undefined && continues(before, label) ? [] : [PDFNumber.of(page), rangeOf(document, label)];
  });
  catalog.set(key, context.obj({ Nums: context.obj(ranges) }));
}

function rangeOf({ context }: PDFDocument, { style, prefix, number }: PageLabel): PDFDict {
  const range = PDFDict.withContext(context);
  if (style !== null) range.set(PDFName.of('S'), PDFName.of(style));
  if (prefix !== '') range.set(PDFName.of('P'), PDFHexString.fromText(prefix));
  if (style !== null && number !== 1) range.set(PDFName.of('St'), PDFNumber.of(number));
  return range;
}

const continues = (before: PageLabel, { style, prefix, number }: PageLabel): boolean =>
  before.style === style && before.prefix === prefix && (style === null || number === before.number + 1);
