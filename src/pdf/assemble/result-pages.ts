import { Part } from '../copying/part.ts';
import type { Target } from '../copying/target.ts';
import type { Label } from '../facts/page-labels.ts';
import type { Ref } from '../objects/objects.ts';
import type { Report } from '../facts/report.ts';
import { blankPage, type Layout } from './layout.ts';
import type { Selection } from './selection.ts';

/** A page of the result, and the label that its document has for it. */
export interface ResultPage {
  readonly ref: Ref;
  readonly label: Label | null;
}

interface PartsOptions {
  readonly selections: readonly Selection[];
  readonly report: Report;
  readonly layout?: Layout | undefined;
}

/** Makes the pages of the result that are pages of no document. */
export function addBlanks(target: Target, pages: readonly { readonly ref: Ref }[], { order }: Layout): void {
  order.forEach((page, index) => {
    const ref = pages[index]?.ref;
    if (typeof page !== 'number' && ref !== undefined) target.set(ref, blankPage(page));
  });
}

/**
 * One part for each document. A page that occurs again starts another part, as if the document had been opened again.
 */
export function partsOf(
  target: Target,
  { selections, report, layout }: PartsOptions,
): { parts: Part[]; pages: ResultPage[] } {
  const parts: Part[] = [];
  const pages: ResultPage[] = [];
  for (const { source, pages: indexes, document, title, isPrinted } of selections) {
    // A document without pages still brings what belongs to it as a whole, where the layout is another.
    const rounds: number[][] = layout === undefined ? [] : [[]];
    const times = new Map<number, number>();
    const roundOf = indexes.map((index) => {
      const round = times.get(index) ?? 0;
      times.set(index, round + 1);
      (rounds[round] ??= []).push(index);
      return round;
    });
    const own: Part[] = [];
    for (const round of rounds)
      own.push(new Part({ source, target, report, document, title, isPrinted, pages: round, lead: own[0] ?? null }));
    indexes.forEach((index, at) => {
      const ref = own[roundOf[at] ?? 0]?.pageRefs.get(index);
      if (ref !== undefined) pages.push({ ref, label: source.labels?.[index] ?? null });
    });
    for (const part of own) parts.push(part);
  }
  if (layout === undefined) return { parts, pages };
  const blank = () => ({ ref: target.reserve(), label: null });
  return { parts, pages: layout.order.map((page) => (typeof page === 'number' ? pages[page] : undefined) ?? blank()) };
}

/** A page of no document, in a document with labels, has an empty one. */
const unlabelled: Label = { style: null, prefix: null, number: 1 };

/** If any document has page labels, pages of one without get 1, 2, 3 (docs/spec/tools.md). */
export function labelsOf(parts: readonly Part[], pages: readonly ResultPage[]): Label[] {
  const documentOf = new Map(
    parts.flatMap((part) => [...part.pageRefs.values()].map((ref) => [ref.num, part.document] as const)),
  );
  const counts = new Map<number, number>();
  return pages.map(({ ref, label }) => {
    if (label !== null) return label;
    const document = documentOf.get(ref.num);
    if (document === undefined) return unlabelled;
    const number = (counts.get(document) ?? 0) + 1;
    counts.set(document, number);
    return { style: 'D', prefix: null, number };
  });
}
