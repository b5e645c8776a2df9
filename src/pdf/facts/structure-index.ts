import type { Dict, Obj, PdfString, Ref } from '../objects/objects.ts';
import type { Source } from './source.ts';
import { walkStructure } from './structure-walk.ts';

/** A structure element (ISO 32000-2, 14.7.2). */
export interface Element {
  readonly num: number | null;
  /** Null for one that is plain: all there is of it is here. */
  dict: Dict | null;
  readonly parent: Element | null;
  /** Its place among all elements, a parent before its kids. */
  readonly order: number;
  /** S. */
  readonly type: string | null;
  readonly id: PdfString | null;
  /** The page that it names. */
  readonly ownPage: number | null;
  /** The page of content that does not name one; undefined where it is that of the parent and nobody asked yet. */
  page: number | null | undefined;
  /** Of a plain one: A, and the entries that are copied as they are written. */
  readonly attributes: Obj;
  readonly others: Buffer | null;
  /** Null for what is not there, or belongs to another element. */
  items: (Item | null)[];
  /** Whether it or an element in it has content on a page. */
  filled: boolean;
}

/**
 * What an element holds, in reading order (14.7.5): marked content of its page by number, elements, and what says more
 * of itself.
 */
export type Item = number | Element | Reference;

export type Reference =
  /** Marked content, of the page's own stream or of the stream that `dict` names. */
  | {
      readonly kind: 'content';
      readonly page: number;
      readonly mcid: number;
      readonly stream: number | null;
      readonly dict: Dict;
    }
  | { readonly kind: 'object'; readonly page: number; readonly object: Ref; readonly dict: Dict };

export function isElement(item: Item): item is Element {
  return typeof item === 'object' && 'order' in item;
}

export interface StructureIndex {
  readonly root: Dict | null;
  readonly elements: readonly Element[];
  /** By object number. */
  readonly byNum: readonly (Element | undefined)[];
  /** Those that are not plain. */
  readonly byDict: ReadonlyMap<Dict, Element>;
  /** Elements with content on a page. */
  readonly onPage: ReadonlyMap<number, readonly Element[]>;
  /** Pages whose own streams have marked content: others have elements for annotations at most. */
  readonly marked: ReadonlySet<number>;
  /** Elements by the number of the annotation or XObject that is their content. */
  readonly ofObject: ReadonlyMap<number, Element>;
  /** Streams other than pages' that have marked content of their own. */
  readonly streams: ReadonlySet<number>;
}

export function readStructure(source: Source): StructureIndex {
  const { root, elements, byNum, byDict } = walkStructure(source);
  const onPage = new Map<number, Element[]>();
  const marked = new Set<number>();
  const ofObject = new Map<number, Element>();
  const streams = new Set<number>();
  for (const element of elements) {
    for (const item of element.items) {
      if (item === null || isElement(item)) continue;
      const page = typeof item === 'number' ? (element.page ?? 0) : item.page;
      if (typeof item === 'number' || (item.kind === 'content' && item.stream === null)) marked.add(page);
      if (typeof item === 'object' && item.kind === 'object' && !ofObject.has(item.object.num))
        ofObject.set(item.object.num, element);
      if (typeof item === 'object' && item.kind === 'content' && item.stream !== null) streams.add(item.stream);
      const there = onPage.get(page);
      if (there === undefined) onPage.set(page, [element]);
      else if (there.at(-1) !== element) there.push(element);
      element.filled = true;
    }
  }
  for (let at = elements.length - 1; at >= 0; at -= 1) {
    const element = elements[at];
    if (element?.filled === true && element.parent !== null) element.parent.filled = true;
  }
  return { root, elements, byNum, byDict, onPage, marked, ofObject, streams };
}
