import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';

/**
 * Turns structure elements of links that became widgets into Form elements (ISO 32000-2, 14.8.4.8.2), with their object
 * references (14.7.5.3). Elements of removed links lose theirs.
 */
export function tagForms(document: PDFDocument, widgets: ReadonlySet<PDFRef>, removed: ReadonlySet<PDFRef>): void {
  if (!document.catalog.has(PDFName.of('StructTreeRoot'))) return;
  for (const [, element] of document.context.enumerateIndirectObjects()) {
    if (!(element instanceof PDFDict) || element.get(PDFName.of('S')) !== PDFName.of('Link')) continue;
    const kids = kidsOf(element);
    const annotations = kids.map((kid) => annotationOf(document, kid));
    if (annotations.some((annotation) => annotation !== undefined && widgets.has(annotation)))
      element.set(PDFName.of('S'), PDFName.of('Form'));
    const left = kids.filter((_, index) => {
      const annotation = annotations[index];
      return annotation === undefined || !removed.has(annotation);
    });
    if (left.length < kids.length) element.set(PDFName.of('K'), document.context.obj(left));
  }
}

function kidsOf(element: PDFDict): PDFObject[] {
  const kids = element.lookup(PDFName.of('K'));
  const only = element.get(PDFName.of('K'));
  return kids instanceof PDFArray ? kids.asArray() : only === undefined ? [] : [only];
}

/** The annotation of an object reference. */
function annotationOf({ context }: PDFDocument, kid: PDFObject): PDFRef | undefined {
  const dict = context.lookup(kid);
  return dict instanceof PDFDict && dict.get(PDFName.of('Type')) === PDFName.of('OBJR')
    ? (dict.get(PDFName.of('Obj')) as PDFRef | undefined)
    : undefined;
}
