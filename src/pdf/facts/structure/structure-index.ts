import type { Element, Item } from './structure-element.ts';
import type { Dict } from '../../objects/objects.ts';
import type { SourceFile } from '../source-file.ts';
import { walkStructure } from './structure-walk.ts';

/** True for an item that is itself a structure element. */
export function isElement(item: Item): item is Element {
  return typeof item === 'object' && 'order' in item;
}

/**
 * The structure tree of a document (ISO 32000-2, 14.7), indexed by object, page and content. Page indices start at 0.
 */
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

/** Walks the structure tree and indexes its elements. Marks each element that has content as filled. */
export function readStructure(source: SourceFile): StructureIndex {
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
