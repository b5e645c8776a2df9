import type { ShownPage } from '../../browser/page/typeset/references/references.ts';
import { marginValuesOf, type MarginValues } from '../running/strings/margin-values.ts';
import { mistakeLimit } from '../../input/fields.ts';
import { AppError } from '../../problems.ts';
import { placeKey, type Document } from '../model/document.ts';
import { pageLabels, pageLabelText } from '../numbering/page-numbers.ts';
import { pageOrders } from '../typeset/index/page-orders.ts';
import { missingIds, styleValuesOf, type StyleValues } from '../typeset/references/style-references.ts';
import type { Warn } from './print-one.ts';
import type { PrintedParts } from './printed-part.ts';

/** What a document shows of its own print. */
export interface ShownPages {
  /** Page numbers of headings in tables of contents and of targets of references, see `placeKey`. */
  readonly contents: Readonly<Record<string, string>>;
  /** The order of these pages, see `pageOrders`; `null` where the document has no index. */
  readonly orders: Readonly<Record<string, number>> | null;
  /** What references of style sheets show; `null` where that does not depend on the print. */
  readonly styleValues: StyleValues | null;
  /** Named strings in margin boxes. */
  readonly marginValues: MarginValues;
}

/** The state before the first pass. */
export const nothingShown: ShownPages = { contents: {}, orders: null, styleValues: null, marginValues: {} };

/** What a document shows of a print of it. */
export function shownPages({ composed: { document }, parts }: PrintedParts): ShownPages {
  const labels = pageLabels(document, parts);
  const pageAt = (index: number): ShownPage => {
    const label = labels?.[index];
    return label === undefined
      ? { label: String(index + 1), number: index + 1 }
      : { label: pageLabelText(label), number: label.number };
  };
  const contents: Record<string, string> = {};
  const bySegment = Map.groupBy(document.contents, ({ segment }) => segment);
  let before = 0;
  for (const { segment, places, pages } of parts) {
    for (const { id } of bySegment.get(segment) ?? []) {
      const page = places?.destinations[id];
      if (typeof page === 'number') contents[placeKey(segment, id)] ??= pageAt(before + page).label;
    }
    before += pages;
  }
  const orders = document.hasIndex ? pageOrders(document, parts) : null;
  return { contents, orders, styleValues: styleValuesOf(parts, pageAt), marginValues: marginValuesOf(document, parts) };
}

/** The places, see `placeKey`, of which one pass shows something else than another. */
export function movedPlaces(one: ShownPages, other: ShownPages): string[] {
  const differing = (some: object = {}, others: object = {}): string[] => {
    const [left, right] = [new Map(Object.entries(some)), new Map(Object.entries(others))];
    const keys = new Set([...left.keys(), ...right.keys()]);
    return [...keys].filter((key) => JSON.stringify(left.get(key)) !== JSON.stringify(right.get(key)));
  };
  return [
    ...differing(one.contents, other.contents),
    ...(one.orders === null && other.orders !== null ? ['#'] : differing(one.orders ?? {}, other.orders ?? {})),
    ...differing(one.styleValues?.pages, other.styleValues?.pages),
    ...differing(one.styleValues?.texts, other.styleValues?.texts),
    ...differing(one.marginValues, other.marginValues),
  ];
}

/** Warns of page numbers that are not those of the pages that are printed. */
export function warnOfUnstable(moved: readonly string[], { composed: { document } }: PrintedParts, warn: Warn): void {
  const ids = new Set(moved.map((key) => key.slice(key.indexOf('#') + 1)));
  const reference =
    document.references.find(({ id, show }) => show === 'page' && ids.has(id)) ??
    document.linked.find(({ id }) => ids.has(id));
  warn(
    'reference-unstable',
    `After three passes ${ids.size === 1 ? 'a page number still changes' : `${ids.size} page numbers still change`}` +
      `${reference === undefined ? '' : `, that of '${reference.id}'${ids.size === 1 ? '' : ' among them'}`}.`,
    reference?.pointer,
  );
}

/** Throws AppError `reference-unresolved` where a reference shows the page of something that is on no page. */
export function refuseUnprinted({ contents, references }: Document, shown: ShownPages): void {
  const places = Map.groupBy(contents, ({ id }) => id);
  const isPrinted = (id: string) =>
    places.get(id)?.some(({ segment }) => shown.contents[placeKey(segment, id)] !== undefined) !== false;
  const errors = references
    .filter(({ id, show }) => show === 'page' && !isPrinted(id))
    .map(({ id, pointer }) => ({ pointer, message: `what has the id '${id}' is on no page, because it is not shown` }));
  const [first] = errors;
  if (first !== undefined)
    throw new AppError('reference-unresolved', `A reference can not be resolved: ${first.message}.`, {
      errors: errors.slice(0, mistakeLimit),
    });
}

/** Maximum number of ids of which a document warns. */
const maxMissing = 20;

/** Warns of references of style sheets that lead to nothing. */
export function warnOfMissing({ composed: { document }, parts }: PrintedParts, warn: Warn): void {
  for (const id of missingIds(parts).slice(0, maxMissing))
    warn(
      'reference-unresolved',
      `A reference in a style sheet leads to \`#${id.slice(0, 100)}\`, and nothing in the document has this id: it shows ` +
        'nothing.',
      document.linked.find((one) => one.id === id)?.pointer,
    );
}
