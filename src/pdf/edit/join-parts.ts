import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFRef, PDFString } from 'pdf-lib';
import { destinationsOf, type Destinations } from './destinations-of.ts';
import { idOfName } from '../objects/id-of-name.ts';
import { baseAddressPattern } from '../printed/link-actions.ts';

/** The address of another part in links, with the id of an element in it. */
const otherPart = new RegExp(`^${baseAddressPattern}part#(.+)$`);

/**
 * Makes one document of joined printed parts. Links from one part to an id of another become destinations. The metadata
 * of the first part are removed, because they are written later, and the language is set.
 */
export function joinParts(document: PDFDocument, lang: string | null): void {
  const { catalog, context } = document;
  const metadata = catalog.get(PDFName.of('Metadata'));
  if (metadata instanceof PDFRef) context.delete(metadata);
  catalog.delete(PDFName.of('Metadata'));
  if (lang !== null) catalog.set(PDFName.of('Lang'), PDFString.of(lang));
  const named = new Map(Array.from(destinationsOf(document).named, ([name, value]) => [idOfName(name), value]));
  for (const page of document.getPages()) {
    const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
    for (let index = 0; index < (annotations?.size() ?? 0); index += 1)
      lead(annotations?.lookupMaybe(index, PDFDict), named);
  }
}

/** Turns a URI action to an id of the document into a destination (ISO 32000-2, 12.5.6.5). */
function lead(annotation: PDFDict | undefined, named: Destinations['named']): void {
  const uri = annotation?.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI'));
  const id =
    uri instanceof PDFString || uri instanceof PDFHexString ? otherPart.exec(uri.decodeText())?.[1] : undefined;
  const name = id === undefined ? undefined : named.get(idOfName(id));
  if (!annotation || name === undefined) return;
  annotation.delete(PDFName.of('A'));
  annotation.set(PDFName.of('Dest'), name);
}
