import { Dict, fitted, isName, type Obj, Ref, Stream } from '../raw/objects.ts';
import type { Source } from './source.ts';
import { readNumberTree } from './trees.ts';

/** A structure element (ISO 32000-2, 14.7.2). */
export interface Element {
  readonly num: number | null;
  readonly dict: Dict;
  readonly parent: Element | null;
  /** Its place among all elements, a parent before its kids. */
  readonly order: number;
  items: readonly Item[];
  /** Whether it or an element in it has content on a page. */
  filled: boolean;
}

/** What an element holds, in reading order (14.7.5). */
export type Item =
  | { readonly kind: 'element'; readonly dict: Dict }
  /** Marked content, of the page's own stream or of the stream that `dict` names. */
  | { readonly kind: 'content'; readonly page: number; readonly mcid: number; readonly stream: number | null; readonly dict: Dict | null }
  | { readonly kind: 'object'; readonly page: number; readonly object: Ref; readonly dict: Dict };

export interface StructureIndex {
  readonly root: Dict | null;
  readonly elements: readonly Element[];
  readonly byNum: ReadonlyMap<number, Element>;
  readonly byDict: ReadonlyMap<Dict, Element>;
  /** Elements with content on a page. */
  readonly onPage: ReadonlyMap<number, readonly Element[]>;
  /** Elements by the number of the annotation or XObject that is their content. */
  readonly ofObject: ReadonlyMap<number, Element>;
  /** Streams other than pages' that have marked content of their own. */
  readonly streams: ReadonlySet<number>;
}

export function readStructure(source: Source): StructureIndex {
  const { file } = source;
  const root = file.dict(file.catalog.get('StructTreeRoot'));
  const byDict = root === null ? new Map<Dict, Element>() : walk(source, root);
  const elements = [...byDict.values()];
  const byNum = new Map<number, Element>();
  const onPage = new Map<number, Element[]>();
  const ofObject = new Map<number, Element>();
  const streams = new Set<number>();
  for (const element of elements) {
    if (element.num !== null) byNum.set(element.num, element);
    for (const item of element.items) {
      if (item.kind === 'element') continue;
      if (item.kind === 'object' && !ofObject.has(item.object.num)) ofObject.set(item.object.num, element);
      if (item.kind === 'content' && item.stream !== null) streams.add(item.stream);
      const there = onPage.get(item.page);
      if (there === undefined) onPage.set(item.page, [element]);
      else if (there.at(-1) !== element) there.push(element);
      element.filled = true;
    }
  }
  for (let at = elements.length - 1; at >= 0; at -= 1) {
    const element = elements[at];
    if (element?.filled === true && element.parent !== null) element.parent.filled = true;
  }
  return { root, elements, byNum, byDict, onPage, ofObject, streams };
}

/** All elements without recursion, each once, in order; a kid with two parents is the first one's. */
function walk(source: Source, root: Dict): Map<Dict, Element> {
  const elements = new Map<Dict, Element>();
  const pages = pagesByParentTree(source, root);
  const stack: { dict: Dict; num: number | null; parent: Element | null; page: number | null }[] = [];
  const push = (kids: readonly Obj[], parent: Element | null, page: number | null) => {
    for (let at = kids.length - 1; at >= 0; at -= 1) {
      const obj = kids[at] ?? null;
      const dict = source.file.resolve(obj);
      if (dict instanceof Dict && isElement(dict)) stack.push({ dict, num: obj instanceof Ref ? obj.num : null, parent, page });
    }
  };
  push(kidsOf(source, root), null, null);
  for (let todo = stack.pop(); todo !== undefined; todo = stack.pop()) {
    if (todo.dict === root || elements.has(todo.dict)) continue;
    const element: Element = { num: todo.num, dict: todo.dict, parent: todo.parent, order: elements.size, items: [], filled: false };
    elements.set(element.dict, element);
    const page = source.pageIn(todo.dict.get('Pg')) ?? todo.page ?? pages(todo.num);
    const kids = kidsOf(source, todo.dict);
    push(kids, element, page);
    element.items = fitted(itemsOf(source, kids, page));
  }
  return elements;
}

/** What an element holds. Elements are there by their dictionaries; `kidsIn` finds them when all are known. */
function itemsOf(source: Source, kids: readonly Obj[], page: number | null): Item[] {
  const { file } = source;
  const items: Item[] = [];
  for (const kid of kids) {
    const value = file.resolve(kid);
    if (typeof value === 'number') {
      if (page !== null) items.push({ kind: 'content', page, mcid: value, stream: null, dict: null });
    } else if (value instanceof Dict && isName(value.get('Type'), 'MCR')) {
      const own = source.pageIn(value.get('Pg')) ?? page;
      const mcid = file.number(value.get('MCID'));
      const stream = value.get('Stm');
      if (own !== null && mcid !== null) items.push({ kind: 'content', page: own, mcid, stream: stream instanceof Ref ? stream.num : null, dict: value });
    } else if (value instanceof Dict && isName(value.get('Type'), 'OBJR')) {
      const object = value.get('Obj');
      if (!(object instanceof Ref)) continue;
      const own = source.annotations.pageOf.get(object.num) ?? (file.resolve(object) instanceof Stream ? (source.pageIn(value.get('Pg')) ?? page) : null);
      if (own !== null) items.push({ kind: 'object', page: own, object, dict: value });
    } else if (value instanceof Dict) {
      items.push({ kind: 'element', dict: value });
    }
  }
  return items;
}

/** The page of an element that does not name one, by the way back from content to elements (14.7.5.4), which is read when it is first needed. */
function pagesByParentTree(source: Source, root: Dict): (element: number | null) => number | null {
  let known: Map<number, number> | undefined;
  const read = () => {
    const found = new Map<number, number>();
    const elements = new Map(readNumberTree(source.file, root.get('ParentTree')));
    source.pages.forEach(({ dict }, page) => {
      const key = source.file.number(dict.get('StructParents'));
      for (const entry of (key === null ? null : source.file.array(elements.get(key) ?? null)) ?? []) if (entry instanceof Ref && !found.has(entry.num)) found.set(entry.num, page);
    });
    return found;
  };
  return (element) => (element === null ? null : ((known ??= read()).get(element) ?? null));
}

/** K is one thing or an array of them. */
function kidsOf(source: Source, dict: Dict): readonly Obj[] {
  const written = dict.get('K');
  const value = source.file.resolve(written);
  return Array.isArray(value) ? value : value === null ? [] : [written];
}

/** Type is optional in an element; marked-content and object references have theirs. */
function isElement(dict: Dict): boolean {
  return !isName(dict.get('Type'), 'MCR') && !isName(dict.get('Type'), 'OBJR') && (dict.has('S') || dict.has('K'));
}
