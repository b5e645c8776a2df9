import { PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString, type PDFDocument } from 'pdf-lib';

/** An outline item (ISO 32000-2, 12.3.3) with those below it. */
interface Item {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly children: Item[];
}

/** Takes the items of these titles out of the outline of a printed document; what stands below them moves up a level. */
export function pruneOutline(document: PDFDocument, titles: readonly string[]): void {
  const root = document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict);
  const ref = document.catalog.get(PDFName.of('Outlines'));
  if (root === undefined || !(ref instanceof PDFRef)) return;
  const unwanted = new Set(titles);
  const kept = without(itemsOf(document, root), unwanted);
  if (kept.length === 0) document.catalog.delete(PDFName.of('Outlines'));
  else link(ref, root, kept);
}

function itemsOf(document: PDFDocument, parent: PDFDict): Item[] {
  const items: Item[] = [];
  let ref = parent.get(PDFName.of('First'));
  while (ref instanceof PDFRef) {
    const dict = document.context.lookup(ref, PDFDict);
    items.push({ ref, dict, children: itemsOf(document, dict) });
    ref = dict.get(PDFName.of('Next'));
  }
  return items;
}

function without(items: readonly Item[], unwanted: ReadonlySet<string>): Item[] {
  return items.flatMap((item) => {
    const children = without(item.children, unwanted);
    const title = item.dict.lookup(PDFName.of('Title'));
    const text = title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : '';
    return unwanted.has(text) ? children : [{ ...item, children }];
  });
}

/** Writes the links between a parent and its items anew; answers how many items are below, all of them open. */
function link(parentRef: PDFRef, parent: PDFDict, items: readonly Item[]): number {
  let count = 0;
  items.forEach(({ ref, dict, children }, index) => {
    dict.set(PDFName.of('Parent'), parentRef);
    setOrDelete(dict, 'Prev', items[index - 1]?.ref);
    setOrDelete(dict, 'Next', items[index + 1]?.ref);
    count += 1 + link(ref, dict, children);
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
