import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString, type PDFDocument, type PDFObject } from 'pdf-lib';

/** The name of a destination: a name object (PDF 1.1) or a string. */
type DestinationName = PDFName | PDFString | PDFHexString;

/** The named destinations of a document. */
export interface Destinations {
  /** The named destinations by the text of their names. */
  readonly named: ReadonlyMap<string, DestinationName>;
  /** The explicit destination of a destination, a name, or a dictionary with `D`; `null` without one. */
  resolve(destination: PDFObject | undefined): PDFArray | null;
}

/** The named destinations of a document (ISO 32000-2, 12.3.2.4): of the catalog's dictionary, and of the name tree. */
export function destinationsOf(document: PDFDocument): Destinations {
  const { catalog, context } = document;
  const named = new Map<string, DestinationName>();
  const values = new Map<string, PDFObject>();
  for (const [name, value] of catalog.lookupMaybe(PDFName.of('Dests'), PDFDict)?.entries() ?? []) {
    named.set(name.decodeText(), name);
    values.set(name.decodeText(), value);
  }
  const seen = new Set<PDFDict>();
  const walk = (node: PDFDict | undefined): void => {
    if (!node || seen.has(node)) return;
    seen.add(node);
    const leaves = node.lookupMaybe(PDFName.of('Names'), PDFArray);
    for (let index = 0; index + 1 < (leaves?.size() ?? 0); index += 2) {
      const name = leaves?.lookup(index);
      const value = leaves?.get(index + 1);
      if (!(name instanceof PDFString || name instanceof PDFHexString) || value === undefined) continue;
      named.set(name.decodeText(), name);
      values.set(name.decodeText(), value);
    }
    const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray);
    for (let index = 0; index < (kids?.size() ?? 0); index += 1) walk(kids?.lookupMaybe(index, PDFDict));
  };
  walk(catalog.lookupMaybe(PDFName.of('Names'), PDFDict)?.lookupMaybe(PDFName.of('Dests'), PDFDict));

  const resolve = (destination: PDFObject | undefined, depth = 0): PDFArray | null => {
    const value = context.lookup(destination);
    if (value instanceof PDFArray) return value;
    if (depth > 3) return null;
    if (value instanceof PDFDict) return resolve(value.get(PDFName.of('D')), depth + 1);
    const isName = value instanceof PDFName || value instanceof PDFString || value instanceof PDFHexString;
    return isName ? resolve(values.get(value.decodeText()), depth + 1) : null;
  };
  return { named, resolve };
}
