import type {
  FoundReferences,
  ReferencesJob,
  ShownPage,
  TargetTexts,
} from '../../../browser/page/typeset/references/references.ts';
import { idOfName } from '../../../pdf/objects/id-of-name.ts';
import { anyDocumentAddress } from '../../../pdf/printed/link-actions.ts';
import { otherPart } from '../../compose/contents.ts';
import { linksIn } from '../../compose/tags.ts';
import { placeKey, type Document } from '../../model/document.ts';
import type { PageWidths } from '../../../browser/page/repeat-groups.ts';
import type { LinkedId } from '../../model/types/linked-id.ts';
import { placeOf } from '../../plan/made.ts';
import { ownName } from '../styles/own-declarations.ts';

/** What the print of a document has shown of elements to which references of style sheets lead, see `placeKey`. */
export interface StyleValues {
  readonly pages: Readonly<Record<string, ShownPage>>;
  readonly texts: Readonly<Record<string, TargetTexts>>;
}

/** True where style sheets of a document have references or leaders. */
export const hasStyleReferences = ({ ownProperties }: Pick<Document, 'ownProperties'>): boolean =>
  ownProperties.has('content');

/** An id in an attribute or in a style sheet. */
const idIn = /[="'(]#([^\s"'()<>]{1,256})/g;

/** The ids to which references of style sheets may lead, in the order of their links. */
export function linkedIds(document: Document): LinkedId[] {
  if (!hasStyleReferences(document)) return [];
  const found = new Map<string, string>();
  const note = (id: string, pointer: string): void => {
    if (!found.has(id)) found.set(id, pointer);
  };
  for (const piece of document.made) {
    if (piece.kind === 'html') for (const id of linksIn(piece.text)) note(idOfName(id), placeOf(piece, `#${id}`));
    if (piece.kind === 'html' || piece.kind === 'css')
      for (const [, id = ''] of piece.text.matchAll(idIn)) note(idOfName(id), piece.pointer);
  }
  for (const segment of document.segments)
    if (segment.kind === 'complete')
      for (const [, id = ''] of segment.html.source.matchAll(idIn)) note(idOfName(id), segment.pointer);
  return Array.from(found, ([id, pointer]) => ({ id, pointer }));
}

/** What the prints of a document have in common as to its references. */
interface Referring {
  readonly document: Document;
  /** Values of an earlier pass; `null` in the first. */
  readonly styleValues: StyleValues | null;
}

/** Adds the references of style sheets to the print of a segment; `inParts` where it is printed in several. */
export function styleReferences(
  { document, styleValues }: Referring,
  segment: number,
  { inParts, isWindow, ...widths }: PageWidths & { readonly inParts: boolean; readonly isWindow: boolean },
): ReferencesJob | null {
  if (!hasStyleReferences(document)) return null;
  const isAlone = !inParts && document.segments.length === 1;
  return {
    property: { name: ownName('content'), inherits: false, generated: true },
    addresses: [`${otherPart}#`, new URL(`${otherPart}#`, anyDocumentAddress).href],
    pages: ofSegment(styleValues?.pages ?? {}, segment),
    elsewhere: isAlone ? {} : ofSegment(styleValues?.texts ?? {}, segment),
    targets: isAlone ? [] : document.linked.map(({ id }) => id),
    isWhole: isAlone || styleValues !== null,
    isWindow,
    ...widths,
  };
}

/** Values by ids: of the segment itself, else of the first one that has the id. */
function ofSegment<T>(values: Readonly<Record<string, T>>, segment: number): Record<string, T> {
  const found: Record<string, T> = {};
  for (const [key, value] of Object.entries(values)) {
    const id = key.slice(key.indexOf('#') + 1);
    if (!Object.hasOwn(found, id) || key === placeKey(segment, id)) found[id] = value;
  }
  return found;
}

const attributeValue = /(?<!\sid)="#?([^"]{1,256})"/g;
const idAttribute = /\sid="([^"]{1,256})"/g;

/** The references of a part of a segment: with values of those ids alone that its HTML names, and its own targets. */
export function referencesOfPart<Job extends ReferencesJob>(job: Job, html: string): Job {
  const named = new Set<string>();
  for (const pattern of [attributeValue, idIn])
    for (const [, id = ''] of html.matchAll(pattern)) named.add(idOfName(id.replace(/^.*#/, '')));
  const own = new Set(Array.from(html.matchAll(idAttribute), ([, id = '']) => id));
  const only = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => named.has(id)));
  return {
    ...job,
    pages: only(job.pages),
    elsewhere: only(job.elsewhere),
    targets: job.targets.filter((id) => own.has(id)),
  };
}

/** A printed part, as far as references are concerned. */
interface ReferringPart {
  readonly segment: number;
  readonly pages: number;
  readonly places: { readonly destinations: Readonly<Record<string, number>> } | null;
  readonly referred: FoundReferences | null;
}

/** What references of style sheets have to show, as a print shows it; `null` where it does not depend on the print. */
export function styleValuesOf(
  parts: readonly ReferringPart[],
  pageAt: (index: number) => ShownPage,
): StyleValues | null {
  const shown = new Set(parts.flatMap(({ referred }) => referred?.shown ?? []));
  const isAlone = parts.length === 1;
  if (shown.size === 0 && (isAlone || parts.every(({ referred }) => (referred?.missing ?? []).length === 0)))
    return null;
  const pages: Record<string, ShownPage> = {};
  const texts: Record<string, TargetTexts> = {};
  let before = 0;
  for (const { segment, places, referred, pages: count } of parts) {
    for (const id of [...shown, ...(referred?.missing ?? [])]) {
      const page = places?.destinations[id];
      if (typeof page === 'number') pages[placeKey(segment, id)] ??= pageAt(before + page);
    }
    for (const [id, text] of Object.entries(referred?.targets ?? {})) texts[placeKey(segment, id)] ??= text;
    before += count;
  }
  return { pages, texts };
}

/** Ids to which references of style sheets lead, and which nothing in the document has. */
export const missingIds = (parts: readonly ReferringPart[]): string[] => [
  ...new Set(parts.flatMap(({ referred }) => referred?.missing ?? [])),
];
