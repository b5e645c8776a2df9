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

/** An outline entry to add, with its level from 1. */
export interface NewBookmark {
  readonly title: string;
  readonly level: number;
  /** A named destination, or the index of a page as printed; an entry without a page is left out. */
  readonly to: NamedPlace | number | null;
}

interface NamedPlace {
  /** The name of a destination of the document. */
  readonly id: string;
  /**
   * Points from the entry's place up to its destination: Chromium excludes the top margin of the page from destinations
   * of elements, but not of headings.
   */
  readonly above: number;
}

/** The destination of a new entry: page index, and points from the page's bottom. */
interface Target {
  readonly page: number;
  readonly top: number;
  readonly destination: PDFObject;
}

/** An item without its place in the tree, and its target: page index, and points from the page's bottom. */
interface Entry {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly level: number;
  readonly page: number;
  readonly top: number;
}

/**
 * Adds entries to the outline of a document (ISO 32000-2, 12.3.3), each before the first item that leads farther.
 * `order` has the page of the print for each page, if pages were reordered.
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
  const pages = new Map([...indexes].map(([page, index]) => [index, page]));
  const targetOf = (to: NewBookmark['to']): Target | null => {
    if (to === null || typeof to === 'number') {
      const page = pages.get(to ?? -1);
      return page === undefined || to === null
        ? null
        : { page: to, top: Infinity, destination: context.obj([page, PDFName.of('Fit')]) };
    }
    const name = destinations.named.get(to.id);
    const led = name === undefined ? null : place(name);
    return name === undefined || led === null ? null : { page: led.page, top: led.top - to.above, destination: name };
  };
  for (const { title, level, to } of bookmarks) {
    const target = targetOf(to);
    if (target === null) continue;
    const { destination, ...at } = target;
    const dict = context.obj({ Title: PDFHexString.fromText(title) });
    dict.set(PDFName.of('Dest'), destination);
    const next = entries.findIndex((entry) => entry.page > at.page || (entry.page === at.page && entry.top < at.top));
    entries.splice(next < 0 ? entries.length : next, 0, { ref: context.register(dict), dict, level, ...at });
  }
  if (entries.length === 0) return;
  catalog.set(PDFName.of('Outlines'), rootRef);
  linkItems(rootRef, root, nested(entries));
}

/** The items of a tree in document order. An item without a target follows the item before it. */
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

/** Nests entries under the nearest previous one of a lower level. */
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

/** Page and height of an explicit destination (ISO 32000-2, 12.3.2.2). */
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
