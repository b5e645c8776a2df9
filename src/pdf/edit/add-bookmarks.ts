import {
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  type PDFArray,
  type PDFDocument,
  type PDFObject,
} from 'pdf-lib';
import { destinationsOf } from './destinations-of.ts';
import { itemsOf, linkItems, type OutlineItem } from './outline-items.ts';

/** An outline entry to be added: where its destination's name leads, at this depth from 1. */
export interface NewBookmark {
  /** A named destination of the document; without it the entry is left out. */
  readonly id: string;
  readonly title: string;
  readonly level: number;
  /**
   * Points from its place up to where its destination leads: Chromium leaves the top margin of the page out of
   * destinations of elements, and not out of those of headings.
   */
  readonly above: number;
}

/** An item without its place in the tree, and where it leads: page index, and points from the page's bottom. */
interface Entry {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly level: number;
  readonly page: number;
  readonly top: number;
}

/**
 * Adds entries to the outline of a document (ISO 32000-2, 12.3.3), each before the first that leads further on than it
 * does. `order` tells which page of the print each page is, where they are not in its order.
 */
export function addBookmarks(
  document: PDFDocument,
  bookmarks: readonly NewBookmark[],
  order: readonly number[] | null,
): void {
  const { catalog, context } = document;
  const destinations = destinationsOf(document);
  const indexes = new Map(
    document.getPages().map(({ ref }, index): [PDFObject, number] => [ref, order?.[index] ?? index]),
  );
  const place = (destination: PDFObject | undefined) => placeOf(destinations.resolve(destination), indexes);
  const root = catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict) ?? context.obj({ Type: 'Outlines' });
  const rootRef =
    catalog.get(PDFName.of('Outlines')) instanceof PDFRef
      ? (catalog.get(PDFName.of('Outlines')) as PDFRef)
      : context.register(root);
  const entries = flat(itemsOf(document, root), 1, place);
  for (const { id, title, level, above } of bookmarks) {
    const name = destinations.named.get(id);
    const led = name === undefined ? null : place(name);
    if (name === undefined || led === null) continue;
    const at = { page: led.page, top: led.top - above };
    const dict = context.obj({ Title: PDFHexString.fromText(title) });
    dict.set(PDFName.of('Dest'), name);
    const next = entries.findIndex((entry) => entry.page > at.page || (entry.page === at.page && entry.top < at.top));
    entries.splice(next < 0 ? entries.length : next, 0, { ref: context.register(dict), dict, level, ...at });
  }
  if (entries.length === 0) return;
  catalog.set(PDFName.of('Outlines'), rootRef);
  linkItems(rootRef, root, nested(entries));
}

/** The items of a tree in the order of the document; one that leads nowhere stands where the one before it does. */
function flat(
  items: readonly OutlineItem[],
  level: number,
  place: (destination: PDFObject | undefined) => { page: number; top: number } | null,
): Entry[] {
  const entries: Entry[] = [];
  const walk = (all: readonly OutlineItem[], depth: number): void => {
    for (const { ref, dict, children } of all) {
      const before = entries.at(-1);
      const action = dict.lookupMaybe(PDFName.of('A'), PDFDict);
      entries.push({
        ref,
        dict,
        level: depth,
        ...(place(dict.get(PDFName.of('Dest')) ?? action?.get(PDFName.of('D'))) ?? {
          page: before?.page ?? 0,
          top: before?.top ?? Infinity,
        }),
      });
      walk(children, depth + 1);
    }
  };
  walk(items, level);
  return entries;
}

/** Entries under the nearest one before them of a lower level. */
function nested(entries: readonly Entry[]): OutlineItem[] {
  const top: OutlineItem[] = [];
  const open: { level: number; children: OutlineItem[] }[] = [];
  for (const { ref, dict, level } of entries) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const item = { ref, dict, children: [] as OutlineItem[] };
    (open.at(-1)?.children ?? top).push(item);
    open.push({ level, children: item.children });
  }
  return top;
}

/** The page of an explicit destination (12.3.2.2) and how far up on it it lies. */
function placeOf(
  destination: PDFArray | null,
  indexes: ReadonlyMap<PDFObject, number>,
): { page: number; top: number } | null {
  const page = destination === null ? undefined : indexes.get(destination.get(0));
  if (destination === null || page === undefined) return null;
  const isFit = String(destination.get(1)) === '/FitH' || String(destination.get(1)) === '/FitBH';
  const top = destination.lookup(isFit ? 2 : 3);
  return { page, top: top instanceof PDFNumber ? top.asNumber() : Infinity };
}
