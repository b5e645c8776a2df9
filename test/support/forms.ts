import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFForm } from 'pdf-lib';

/** The form of a PDF, as pdf-lib reads it. */
export async function formOf(pdf: Uint8Array): Promise<PDFForm> {
  return (await PDFDocument.load(pdf, { updateMetadata: false, ignoreEncryption: true })).getForm();
}

/** Where the widgets of a document are: points from the top-left corner of their page (from 0). */
export async function boxesOf(
  pdf: Uint8Array,
): Promise<{ name: string; page: number; x: number; y: number; width: number; height: number }[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().flatMap((page, index) => {
    const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
    return Array.from({ length: annotations?.size() ?? 0 }, (_, at) => annotations!.lookup(at, PDFDict))
      .filter((annotation) => annotation.get(PDFName.of('Subtype')) === PDFName.of('Widget'))
      .map((widget) => {
        const [x1, y1, x2, y2] = widget
          .lookup(PDFName.of('Rect'), PDFArray)
          .asArray()
          .map((number) => Number(String(number))) as [number, number, number, number];
        return { name: nameOf(widget), page: index, x: x1, y: page.getHeight() - y2, width: x2 - x1, height: y2 - y1 };
      });
  });
}

function nameOf(field: PDFDict): string {
  const own = field.lookupMaybe(PDFName.of('T'), PDFHexString)?.decodeText();
  const parent = field.lookupMaybe(PDFName.of('Parent'), PDFDict);
  return [...(parent ? [nameOf(parent)] : []), ...(own === undefined ? [] : [own])].join('.');
}

/**
 * How many widgets a document has, and for how many of them the parent tree (ISO 32000-2, 14.7.5.4) leads to a Form
 * element that has the widget as its only content.
 */
export async function formTags(pdf: Uint8Array): Promise<{ widgets: number; tagged: number }> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const elements = parentsOf(
    document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of('ParentTree'), PDFDict),
  );
  let widgets = 0;
  let tagged = 0;
  for (const page of document.getPages()) {
    const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
    for (let at = 0; at < (annotations?.size() ?? 0); at += 1) {
      const widget = annotations!.lookup(at, PDFDict);
      if (widget.get(PDFName.of('Subtype')) !== PDFName.of('Widget')) continue;
      widgets += 1;
      const element = elements.get(widget.lookup(PDFName.of('StructParent'), PDFNumber).asNumber());
      const content = element?.lookup(PDFName.of('K'));
      const kids =
        content instanceof PDFArray ? content.asArray().map((kid) => document.context.lookup(kid)) : [content];
      const [only] = kids;
      if (
        element?.get(PDFName.of('S')) === PDFName.of('Form') &&
        kids.length === 1 &&
        only instanceof PDFDict &&
        only.get(PDFName.of('Obj')) === annotations!.get(at)
      )
        tagged += 1;
    }
  }
  return { widgets, tagged };
}

/** Structure elements by the numbers of the parent tree. */
function parentsOf(node: PDFDict): Map<number, PDFDict> {
  const found = new Map<number, PDFDict>();
  const numbers = node.lookupMaybe(PDFName.of('Nums'), PDFArray);
  for (let at = 0; at + 1 < (numbers?.size() ?? 0); at += 2) {
    const element = numbers!.lookup(at + 1);
    if (element instanceof PDFDict) found.set(numbers!.lookup(at, PDFNumber).asNumber(), element);
  }
  const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray);
  for (let at = 0; at < (kids?.size() ?? 0); at += 1)
    for (const [number, element] of parentsOf(kids!.lookup(at, PDFDict))) found.set(number, element);
  return found;
}
