import { PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString, type PDFDocument } from 'pdf-lib';

/** A heading that is to have no item in the outline. */
export interface Unbookmarked {
  /** With white space collapsed. */
  readonly text: string;
  /** Which of the headings of that text it is, from 0, in the order of the document. */
  readonly occurrence: number;
  /** How many headings of the document have that text, and how many of these are to have no item. */
  readonly headings: number;
  readonly unbookmarked: number;
}

/** An outline item (ISO 32000-2, 12.3.3) with those below it. */
interface Item {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly children: Item[];
}

/** Takes the items of these headings out of the outline of a printed document; what stands below them moves up a level. */
export function pruneOutline(document: PDFDocument, unbookmarked: readonly Unbookmarked[]): void {
  const root = document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict);
  const ref = document.catalog.get(PDFName.of('Outlines'));
  if (root === undefined || !(ref instanceof PDFRef)) return;
  const items = itemsOf(document, root);
  const kept = without(items, unwantedOf(items, unbookmarked));
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

function titleOf({ dict }: Item): string {
  const title = dict.lookup(PDFName.of('Title'));
  const text = title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : '';
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * The items to go, by position: the n-th heading of a text is its n-th item. Where there are not as many (only some pages were
 * printed, or scripts made headings), no item can be told from another of its text, and they go only where all are to.
 */
function unwantedOf(items: readonly Item[], unbookmarked: readonly Unbookmarked[]): ReadonlySet<Item> {
  const ordered = inOrder(items);
  const byTitle = Map.groupBy(ordered, titleOf);
  const unwanted = new Set<Item>();
  for (const { text, occurrence, headings, unbookmarked: all } of unbookmarked) {
    const found = itemsFor(text, headings, { ordered, byTitle });
    const item = found.length === headings ? found[occurrence] : undefined;
    if (item) unwanted.add(item);
    else if (all === headings) for (const each of found) unwanted.add(each);
  }
  return unwanted;
}

/** Items of a text; Chromium writes some titles twice over (see outline-titles.ts), so these count where there are too few without. */
function itemsFor(text: string, headings: number, { ordered, byTitle }: { readonly ordered: readonly Item[]; readonly byTitle: ReadonlyMap<string, readonly Item[]> }): readonly Item[] {
  const exact = byTitle.get(text) ?? [];
  const doubled = exact.length >= headings ? [] : [...(byTitle.get(text + text) ?? []), ...(byTitle.get(`${text} ${text}`) ?? [])];
  if (doubled.length === 0) return exact;
  const either = new Set([...exact, ...doubled]);
  return ordered.filter((item) => either.has(item));
}

/** Items in the order of the document, each before those below it. */
function inOrder(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...inOrder(item.children)]);
}

function without(items: readonly Item[], unwanted: ReadonlySet<Item>): Item[] {
  return items.flatMap((item) => {
    const children = without(item.children, unwanted);
    return unwanted.has(item) ? children : [{ ...item, children }];
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
