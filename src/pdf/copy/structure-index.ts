import { Dict, isName, type Obj, Ref, Stream } from '../raw/objects.ts';
import type { Source } from './source.ts';
import { readNumberTree } from './trees.ts';

/** A structure element (ISO 32000-2, 14.7.2). */
export interface Element {
  readonly num: number | null;
  readonly dict: Dict;
  readonly parent: Element | null;
  /** Its place among all elements, a parent before its kids. */
  readonly order: number;
  readonly items: Item[];
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
  const elements = root === null ? [] : walk(source, root);
  const byNum = new Map<number, Element>();
  const onPage = new Map<number, Element[]>();
  const ofObject = new Map<number, Element>();
  const streams = new Set<number>();
  const byDict = new Map(elements.map((element) => [element.dict, element]));
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
  for (const element of elements.toReversed()) {
    if (element.filled && element.parent !== null) element.parent.filled = true;
  }
  return { root, elements, byNum, byDict, onPage, ofObject, streams };
}

/** All elements without recursion, each once; a kid with two parents is the first one's. */
function walk(source: Source, root: Dict): Element[] {
  const elements: Element[] = [];
  const pages = pagesByParentTree(source, root);
  const visited = new Set<Dict>([root]);
  const stack: { dict: Dict; num: number | null; parent: Element | null; page: number | null }[] = [];
  const push = (kids: readonly Obj[], parent: Element | null, page: number | null) => {
    for (const obj of kids.toReversed()) {
      const dict = source.file.resolve(obj);
      if (dict instanceof Dict && isElement(dict)) stack.push({ dict, num: obj instanceof Ref ? obj.num : null, parent, page });
    }
  };
  push(kidsOf(source, root), null, null);
  for (let todo = stack.pop(); todo !== undefined; todo = stack.pop()) {
    if (visited.has(todo.dict)) continue;
    visited.add(todo.dict);
    const element: Element = { num: todo.num, dict: todo.dict, parent: todo.parent, order: elements.length, items: [], filled: false };
    elements.push(element);
    const page = source.pageIn(todo.dict.get('Pg')) ?? todo.page ?? pages(todo.num);
    const kids = kidsOf(source, todo.dict);
    push(kids, element, page);
    fill(source, element, kids, page);
  }
  return elements;
}

/** What an element holds. Elements are there by their dictionaries; `kidsIn` finds them when all are known. */
function fill(source: Source, element: Element, kids: readonly Obj[], page: number | null): void {
  const { file } = source;
  for (const kid of kids) {
    const value = file.resolve(kid);
    if (typeof value === 'number') {
      if (page !== null) element.items.push({ kind: 'content', page, mcid: value, stream: null, dict: null });
    } else if (value instanceof Dict && isName(value.get('Type'), 'MCR')) {
      const own = source.pageIn(value.get('Pg')) ?? page;
      const mcid = file.number(value.get('MCID'));
      const stream = value.get('Stm');
      if (own !== null && mcid !== null) element.items.push({ kind: 'content', page: own, mcid, stream: stream instanceof Ref ? stream.num : null, dict: value });
    } else if (value instanceof Dict && isName(value.get('Type'), 'OBJR')) {
      const object = value.get('Obj');
      if (!(object instanceof Ref)) continue;
      const own = source.annotations.pageOf.get(object.num) ?? (file.resolve(object) instanceof Stream ? (source.pageIn(value.get('Pg')) ?? page) : null);
      if (own !== null) element.items.push({ kind: 'object', page: own, object, dict: value });
    } else if (value instanceof Dict) {
      element.items.push({ kind: 'element', dict: value });
    }
  }
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
