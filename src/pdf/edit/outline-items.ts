import { PDFDict, PDFName, PDFNumber, PDFRef, type PDFDocument } from 'pdf-lib';

/** An outline item (ISO 32000-2, 12.3.3) with those below it. */
export interface OutlineItem {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly children: OutlineItem[];
}

/** The kids of a parent, in order. */
export function itemsOf(document: PDFDocument, parent: PDFDict): OutlineItem[] {
  const items: OutlineItem[] = [];
  let ref = parent.get(PDFName.of('First'));
  while (ref instanceof PDFRef) {
    const dict = document.context.lookup(ref, PDFDict);
    items.push({ ref, dict, children: itemsOf(document, dict) });
    ref = dict.get(PDFName.of('Next'));
  }
  return items;
}

/** Items in document order, parents before kids. */
export function inOrder(items: readonly OutlineItem[]): OutlineItem[] {
  return items.flatMap((item) => [item, ...inOrder(item.children)]);
}

/** Rewrites the links between a parent and its items. Answers the number of descendants, all of them open. */
export function linkItems(parentRef: PDFRef, parent: PDFDict, items: readonly OutlineItem[]): number {
  let count = 0;
  items.forEach(({ ref, dict, children }, index) => {
    dict.set(PDFName.of('Parent'), parentRef);
    setOrDelete(dict, 'Prev', items[index - 1]?.ref);
    setOrDelete(dict, 'Next', items[index + 1]?.ref);
    count += 1 + linkItems(ref, dict, children);
  });
  setOrDelete(parent, 'First', items[0]?.ref);
  setOrDelete(parent, 'Last', items.at(-1)?.ref);
  setOrDelete(parent, 'Count', count === 0 ? undefined : PDFNumber.of(count));
  return count;
}

function setOrDelete(dict: PDFDict, key: string, value: PDFRef | PDFNumber | undefined): void {
  if (value === undefined) dict.delete(PDFName.of(key));
  else dict.set(PDFName.of(key), value);
}
