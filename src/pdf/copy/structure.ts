import { Dict, fitted, Name, type Obj, PdfString, type Ref } from '../raw/objects.ts';
import type { Part } from './part.ts';
import { StructureNames, type PartNames } from './structure-names.ts';
import type { Element, Item } from './structure-index.ts';
import { writeNameTree, writeNumberTree } from './trees.ts';
import type { Target } from './target.ts';

/** Array slots that marked content may ask for beyond one each: identifiers count from 0 in each stream, but a hostile file may begin at a billion. */
const spareSlots = 200_000;

/** The structure tree of a document that is put together (ISO 32000-2, 14.7): the trees of its parts after each other under one root. */
export class Structure {
  readonly target: Target;
  readonly names: StructureNames;
  readonly root: Ref;
  readonly #kids: Ref[] = [];
  readonly #parents: [number, Obj][] = [];
  readonly #ids: [PdfString, Obj][] = [];
  readonly #partNames = new Map<Part, PartNames>();
  #slots = spareSlots;

  constructor(target: Target) {
    this.target = target;
    this.names = new StructureNames();
    this.root = target.reserve();
  }

  /** Chooses the elements of a part, so that what refers to them finds them. */
  place(part: Part): void {
    const { elements, byNum } = part.source.structure;
    const kept = part.whole ? elements : elementsOf(part);
    for (const element of kept) {
      const ref = this.target.reserve();
      part.elements.set(element, ref);
      if (element.num !== null && byNum.get(element.num) === element) part.copier.place(element.num, ref);
    }
    if (kept.length > 0) this.#partNames.set(part, this.names.reconcile(part));
  }

  /** Copies the elements of a part; pages and annotations are there by now. */
  fill(part: Part): void {
    const names = this.#partNames.get(part);
    if (names === undefined) return;
    names.copy(part);
    const contents = new Map<number, Obj[]>();
    for (const [element, ref] of part.elements) {
      const copy = part.copier.entries(element.dict, rebuilt).set('Type', structElem);
      for (const key of ['ID', 'C']) copy.set(key, part.copier.copy(part.source.file.resolve(element.dict.get(key))));
      copy.set('A', attributes(part, element.dict.get('A')));
      names.apply(copy, element.parent === null ? part : null);
      const id = copy.get('ID');
      if (id instanceof PdfString) this.#ids.push([id, ref]);
      const parent = element.parent === null ? undefined : part.elements.get(element.parent);
      copy.set('P', parent ?? this.root).set('Pg', part.pageRef(part.source.pageIn(element.dict.get('Pg'))));
      const kids: Obj[] = [];
      for (const item of element.items) {
        const kid = this.#kid(part, element, item, ref, contents);
        if (kid !== null) kids.push(kid);
      }
      this.target.set(ref, copy.set('K', kids.length === 0 ? null : kids.length === 1 ? (kids[0] ?? null) : fitted(kids)).fit());
      if (parent === undefined) this.#kids.push(ref);
    }
    for (const [key, refs] of contents) this.#parents.push([key, Array.from(refs, (entry) => entry ?? null)]);
  }

  /** One item of an element as it is now: null when its page, its element or its object stays behind. */
  #kid(part: Part, element: Element, item: Item, owner: Ref, contents: Map<number, Obj[]>): Obj {
    if (item.kind === 'element') {
      const kid = part.source.structure.byDict.get(item.dict);
      return kid?.parent === element ? (part.elements.get(kid) ?? null) : null;
    }
    if (!part.pageRefs.has(item.page)) return null;
    if (item.kind === 'object') {
      const object = part.copier.placed(item.object.num);
      const key = part.structureKeys.object.get(item.object.num);
      if (object == null || part.gone.has(object.num)) return null;
      if (key !== undefined) this.#parents.push([key, owner]);
      return reference(part, item.dict, 'Obj', object);
    }
    const { page, mcid, stream } = item;
    const key = stream === null ? part.structureKeys.page.get(page) : part.structureKeys.stream.get(stream);
    if (key === undefined || !Number.isSafeInteger(mcid) || mcid < 0) return null;
    if (!this.#claim(contents, key, mcid, owner)) {
      part.report.drop(part.document, 'tagged content', 'its number is far beyond what there is of it');
      return null;
    }
    if (item.dict === null) return mcid;
    return reference(part, item.dict, 'Stm', stream === null ? null : (part.copier.placed(stream) ?? null));
  }

  /** Leads from marked content back to its element (14.7.5.4). */
  #claim(contents: Map<number, Obj[]>, key: number, mcid: number, owner: Ref): boolean {
    const refs = contents.get(key) ?? [];
    contents.set(key, refs);
    const spare = Math.max(0, mcid - refs.length);
    if (spare > this.#slots) return false;
    this.#slots -= spare;
    while (refs.length < mcid) refs.push(null);
    refs[mcid] ??= owner;
    return true;
  }

  /** The structure tree root (14.7.2), or null when no part has tags. */
  write(): Ref | null {
    if (this.#kids.length === 0) return null;
    const root = new Dict([['Type', new Name('StructTreeRoot')]]);
    root.set('K', this.#kids.length === 1 ? (this.#kids[0] ?? null) : this.#kids);
    root.set('ParentTree', writeNumberTree(this.target, uniqueKeys(this.#parents))).set('ParentTreeNextKey', this.target.structureKeys);
    if (this.#ids.length > 0) root.set('IDTree', writeNameTree(this.target, this.#ids));
    this.names.write(root);
    this.target.set(this.root, root);
    return this.root;
  }
}

const structElem = new Name('StructElem');

const rebuilt: ReadonlySet<string> = new Set(['P', 'K', 'Pg', 'Type', 'A', 'C', 'ID']);

function uniqueKeys(entries: readonly [number, Obj][]): [number, Obj][] {
  return [...new Map(entries)];
}

/** A marked-content or object reference (14.7.5.2, 14.7.5.3) with its page and its `key` turned. */
function reference(part: Part, dict: Dict, key: 'Obj' | 'Stm', to: Ref | null): Dict {
  const copy = part.copier.entries(dict, new Set(['Pg', key]));
  return copy.set('Pg', part.pageRef(part.source.pageIn(dict.get('Pg')))).set(key, to);
}

/** Attribute objects (14.7.6): those that name other elements are copied for each element, because the names may change. */
function attributes(part: Part, obj: Obj): Obj {
  const value = part.source.file.resolve(obj);
  if (Array.isArray(value)) return value.map((entry) => attributes(part, entry));
  return value instanceof Dict && value.has('Headers') ? part.copier.entries(value, new Set(['Headers'])).set('Headers', part.copier.copy(part.source.file.resolve(value.get('Headers')))) : part.copier.copy(obj);
}

/** Elements with content on the pages of a part, and all that they are in; empty cells go with their row. */
function elementsOf(part: Part): Element[] {
  const { structure } = part.source;
  const kept = new Set<Element>();
  for (const page of part.pages) {
    for (const element of structure.onPage.get(page) ?? []) {
      for (let at: Element | null = element; at !== null && !kept.has(at); at = at.parent) kept.add(at);
    }
  }
  for (const element of [...kept]) if (isRow(element)) keepEmpty(structure.byDict, element, kept);
  return [...kept].sort((a, b) => a.order - b.order);
}

function isRow(element: Element): boolean {
  const type = element.dict.get('S');
  return type instanceof Name && type.value === 'TR';
}

function keepEmpty(byDict: ReadonlyMap<Dict, Element>, row: Element, kept: Set<Element>): void {
  const stack: Element[] = [row];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    for (const item of element.items) {
      const kid = item.kind === 'element' ? byDict.get(item.dict) : undefined;
      if (kid?.parent !== element || kid.filled) continue;
      kept.add(kid);
      stack.push(kid);
    }
  }
}

