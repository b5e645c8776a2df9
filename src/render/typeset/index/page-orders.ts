import type { PageLabel } from '../../../pdf/edit/label-pages.ts';
import { placeKey, type Document } from '../../model/document.ts';
import { pageLabels } from '../../numbering/page-numbers.ts';

/** A printed or taken part of a document, as far as its pages are counted. */
interface CountedPart {
  readonly segment: number;
  readonly pages: number;
  readonly places: { readonly destinations: Readonly<Record<string, number>> } | null;
}

type Shown = Pick<Document, 'contents' | 'numberedFrom'>;

/**
 * A number for the page of each place whose page the document shows, see `placeKey`. Pages follow each other, also in
 * what readers see, where their numbers do: "iii" and the "1" after it do not.
 */
export function pageOrders(document: Shown, parts: readonly CountedPart[]): Record<string, number> {
  const orders: Record<string, number> = {};
  const ofPages = ordersOfPages(document, parts);
  const bySegment = Map.groupBy(document.contents, ({ segment }) => segment);
  let before = 0;
  for (const { segment, places, pages } of parts) {
    for (const { id } of bySegment.get(segment) ?? []) {
      const page = places?.destinations[id];
      if (page !== undefined) orders[placeKey(segment, id)] ??= ofPages[before + page] ?? 0;
    }
    before += pages;
  }
  return orders;
}

/** The numbers of all pages by which those that follow each other are found. */
export function ordersOfPages(document: Pick<Shown, 'numberedFrom'>, parts: readonly CountedPart[]): number[] {
  const labels = pageLabels(document, parts);
  const count = parts.reduce((sum, { pages }) => sum + pages, 0);
  if (labels === null) return Array.from({ length: count }, (_, page) => page);
  let order = -1;
  return labels.map((label, page) => (order += goesOn(labels[page - 1], label) ? 1 : 2));
}

const goesOn = (before: PageLabel | undefined, { style, prefix, number }: PageLabel): boolean =>
  before?.number === number - 1 && before.style === style && before.prefix === prefix;
