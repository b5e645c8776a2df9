import { PDFDict, PDFHexString, PDFName, PDFRef, PDFString, type PDFDocument } from 'pdf-lib';
import { inOrder, itemsOf, linkItems, type OutlineItem } from './outline-items.ts';

/** A heading without an outline item. */
export interface Unbookmarked {
  /** With white space collapsed. */
  readonly text: string;
  /** 0-based index among the headings with that text, in document order. */
  readonly occurrence: number;
  /** Number of headings with that text, and of those without an item. */
  readonly headings: number;
  readonly unbookmarked: number;
}

/** Removes the items of these headings from the outline of a printed document; their kids move up a level. */
export function pruneOutline(document: PDFDocument, unbookmarked: readonly Unbookmarked[]): void {
  const root = document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict);
  const ref = document.catalog.get(PDFName.of('Outlines'));
  if (root === undefined || !(ref instanceof PDFRef)) return;
  const items = itemsOf(document, root);
  write(document, ref, root, without(items, unwantedOf(items, unbookmarked)));
}

/** Removes items without a target, whose pages are not in the document; their kids move up a level. */
export function dropAbsentItems(document: PDFDocument): void {
  const root = document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict);
  const ref = document.catalog.get(PDFName.of('Outlines'));
  if (root === undefined || !(ref instanceof PDFRef)) return;
  const items = itemsOf(document, root);
  write(
    document,
    ref,
    root,
    without(
      items,
      new Set(inOrder(items).filter(({ dict }) => !dict.has(PDFName.of('Dest')) && !dict.has(PDFName.of('A')))),
    ),
  );
}

function write(document: PDFDocument, ref: PDFRef, root: PDFDict, items: readonly OutlineItem[]): void {
  if (items.length === 0) document.catalog.delete(PDFName.of('Outlines'));
  else linkItems(ref, root, items);
}

function titleOf({ dict }: OutlineItem): string {
  const title = dict.lookup(PDFName.of('Title'));
  const text = title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : '';
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * The items to remove: the n-th heading of a text is its n-th item. If their numbers differ (some pages were not
 * printed, or scripts made headings), items of equal text are ambiguous, and are removed only if all are to be.
 */
function unwantedOf(items: readonly OutlineItem[], unbookmarked: readonly Unbookmarked[]): ReadonlySet<OutlineItem> {
  const ordered = inOrder(items);
  const byTitle = Map.groupBy(ordered, titleOf);
  const unwanted = new Set<OutlineItem>();
  for (const { text, occurrence, headings, unbookmarked: all } of unbookmarked) {
    const found = itemsFor(text, headings, { ordered, byTitle });
    const item = found.length === headings ? found[occurrence] : undefined;
    if (item) unwanted.add(item);
    else if (all === headings) for (const each of found) unwanted.add(each);
  }
  return unwanted;
}

/**
 * Items of a text. Chromium writes some titles twice over (see outline-titles.ts), which count if there are too few
 * others.
 */
function itemsFor(
  text: string,
  headings: number,
  {
    ordered,
    byTitle,
  }: { readonly ordered: readonly OutlineItem[]; readonly byTitle: ReadonlyMap<string, readonly OutlineItem[]> },
): readonly OutlineItem[] {
  const exact = byTitle.get(text) ?? [];
  const doubled =
    exact.length >= headings ? [] : [...(byTitle.get(text + text) ?? []), ...(byTitle.get(`${text} ${text}`) ?? [])];
  if (doubled.length === 0) return exact;
  const either = new Set([...exact, ...doubled]);
  return ordered.filter((item) => either.has(item));
}

function without(items: readonly OutlineItem[], unwanted: ReadonlySet<OutlineItem>): OutlineItem[] {
  return items.flatMap((item) => {
    const children = without(item.children, unwanted);
    return unwanted.has(item) ? children : [{ ...item, children }];
  });
}
