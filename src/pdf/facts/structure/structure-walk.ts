import { Dict, isName, type Obj, Ref, Stream } from '../../objects/objects.ts';
import { type PlainElement, PlainElements } from './plain-element.ts';
import type { SourceFile } from '../source-file.ts';
import type { Element, Item, Reference } from './structure-element.ts';
import { numberTree } from '../trees/read-trees.ts';

/** The structure tree root and its elements in order, by object number, and by dictionary where they are not plain. */
export interface Walked {
  readonly root: Dict | null;
  readonly elements: readonly Element[];
  readonly byNum: readonly (Element | undefined)[];
  readonly byDict: ReadonlyMap<Dict, Element>;
}

/** References that lead to references; more are a circle. */
const longestChain = 32;

/** Object numbers that an array has room for from the start. Files may have larger ones, and few. */
const maxDense = 1_000_000;

/**
 * All structure elements of a document without recursion, each once, in order; a kid with two parents is the first
 * one's.
 */
export function walkStructure(source: SourceFile): Walked {
  const root = source.file.dict(source.file.catalog.get('StructTreeRoot'));
  return root === null ? { root, elements: [], byNum: [], byDict: new Map() } : new Walk(source, root).walk();
}

/** Kids that are being gone through. */
interface Frame {
  readonly parent: Element | null;
  readonly kids: readonly Obj[];
  /** They are one that K has outside of an array: it may lead to the array of kids. */
  readonly alone: boolean;
  next: number;
}

class Walk {
  readonly elements: Element[] = [];
  readonly byNum: (Element | undefined)[];
  readonly byDict = new Map<Dict, Element>();
  readonly root: Dict;
  readonly #source: SourceFile;
  readonly #plain = new PlainElements();
  readonly #frames: Frame[] = [];
  #pages: ReadonlyMap<number, number> | undefined;

  constructor(source: SourceFile, root: Dict) {
    this.#source = source;
    this.root = root;
    this.byNum = new Array<Element | undefined>(Math.min(source.file.size, maxDense));
  }

  walk(): Walked {
    this.#push(this.root.get('K'), null);
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      const { parent, kids, alone } = frame;
      const slot = frame.next++;
      const kid = kids[slot];
      if (slot >= kids.length) this.#frames.pop();
      else if (kid instanceof Ref || kid instanceof Dict) {
        const item = this.#visit(kid, parent, alone);
        if (parent !== null && item !== null) parent.items[slot] = item;
      }
    }
    return this;
  }

  /** What a kid is: an element that was not met before, content, or nothing. */
  #visit(obj: Ref | Dict, parent: Element | null, alone: boolean): Item | null {
    const { file } = this.#source;
    const num = obj instanceof Ref ? obj.num : null;
    let value: Obj = obj;
    for (let hops = 0; value instanceof Ref; hops += 1) {
      if (hops >= longestChain || this.byNum[value.num] !== undefined) return null;
      // An outermost element is read whole, because it also has the language.
      const plain: PlainElement | null =
        parent === null ? null : file.scan(value.num, (parser) => this.#plain.read(parser));
      if (plain !== null) return this.#addPlain(plain, num ?? value.num, value.num, parent);
      value = file.get(value);
    }
    if (typeof value === 'number') return parent === null ? null : this.#content(parent, value);
    if (alone && Array.isArray(value)) this.#push(value, parent);
    if (!(value instanceof Dict)) return null;
    if (isName(value.get('Type'), 'MCR') || isName(value.get('Type'), 'OBJR'))
      return parent === null ? null : this.#reference(parent, value);
    return isElementDict(value) && value !== this.root && !this.byDict.has(value)
      ? this.#add(value, num, parent)
      : null;
  }

  #addPlain(
    { type, id, page, kids, attributes, others }: PlainElement,
    num: number,
    last: number,
    parent: Element | null,
  ): Element {
    const ownPage = page === 0 ? null : (this.#source.pageOf.get(page) ?? null);
    const element: Element = {
      num,
      dict: null,
      parent,
      order: this.elements.length,
      type,
      id,
      ownPage,
      page: ownPage ?? undefined,
      attributes,
      others,
      items: [],
      filled: false,
    };
    this.elements.push(element);
    this.byNum[last] = element;
    this.byNum[num] = element;
    this.#push(kids, element);
    return element;
  }

  #add(dict: Dict, num: number | null, parent: Element | null): Element {
    const { file } = this.#source;
    const ownPage = this.#source.pageIn(dict.get('Pg'));
    const [type, id] = [file.name(dict.get('S')), file.string(dict.get('ID'))];
    const element: Element = {
      num,
      dict,
      parent,
      order: this.elements.length,
      type,
      id,
      ownPage,
      page: ownPage ?? undefined,
      attributes: null,
      others: null,
      items: [],
      filled: false,
    };
    this.elements.push(element);
    this.byDict.set(dict, element);
    if (num !== null) this.byNum[num] = element;
    this.#push(dict.get('K'), element);
    return element;
  }

  /** Content is among the items at once; the rest comes next. */
  #push(written: Obj, parent: Element | null): void {
    if (written === null) return;
    if (typeof written === 'number') {
      if (parent !== null) parent.items = [this.#content(parent, written)];
      return;
    }
    const kids = Array.isArray(written) ? written : [written];
    const items = new Array<Item | null>(kids.length).fill(null);
    let isNested = false;
    for (let slot = 0; slot < kids.length; slot += 1) {
      const kid = kids[slot];
      if (typeof kid !== 'number') isNested ||= kid instanceof Ref || kid instanceof Dict;
      else if (parent !== null) items[slot] = this.#content(parent, kid);
    }
    if (parent !== null) parent.items = items;
    if (isNested) this.#frames.push({ parent, kids, alone: !Array.isArray(written), next: 0 });
  }

  #content(element: Element, mcid: number): number | null {
    return this.#pageOf(element) === null ? null : mcid;
  }

  /** An element that holds such a thing is not plain after all where that has a number of its own. */
  #reference(parent: Element, dict: Dict): Reference | null {
    if (parent.dict === null && parent.num !== null) parent.dict = this.#source.file.dict(new Ref(parent.num));
    return isName(dict.get('Type'), 'MCR') ? this.#markedContent(parent, dict) : this.#object(parent, dict);
  }

  /** 14.7.5.2. */
  #markedContent(parent: Element, dict: Dict): Reference | null {
    const page = this.#source.pageIn(dict.get('Pg')) ?? this.#pageOf(parent);
    const mcid = this.#source.file.number(dict.get('MCID'));
    const stream = dict.get('Stm');
    return page === null || mcid === null
      ? null
      : { kind: 'content', page, mcid, stream: stream instanceof Ref ? stream.num : null, dict };
  }

  /** 14.7.5.3: an annotation, which knows its page, or an XObject. */
  #object(parent: Element, dict: Dict): Reference | null {
    const { file, annotations } = this.#source;
    const object = dict.get('Obj');
    if (!(object instanceof Ref)) return null;
    const page =
      annotations.pageOf.get(object.num) ??
      (file.resolve(object) instanceof Stream ? (this.#source.pageIn(dict.get('Pg')) ?? this.#pageOf(parent)) : null);
    return page === null ? null : { kind: 'object', page, object, dict };
  }

  /**
   * The page of an element's content: its own, that of the element around it, or the one that the parent tree leads
   * from (14.7.5.4).
   */
  #pageOf(element: Element): number | null {
    const above: Element[] = [];
    let at: Element | null = element;
    for (; at !== null && at.page === undefined; at = at.parent) above.push(at);
    let page = at?.page ?? null;
    for (const one of above.reverse())
      page = one.page =
        page ?? (one.num === null ? null : ((this.#pages ??= this.#pagesByParentTree()).get(one.num) ?? null));
    return element.page ?? null;
  }

  #pagesByParentTree(): ReadonlyMap<number, number> {
    const { file, pages } = this.#source;
    const found = new Map<number, number>();
    const elements = numberTree(file, this.root.get('ParentTree'));
    pages.forEach(({ dict }, page) => {
      const key = file.number(dict.get('StructParents'));
      for (const entry of (key === null ? null : file.array(elements.get(key) ?? null)) ?? [])
        if (entry instanceof Ref && !found.has(entry.num)) found.set(entry.num, page);
    });
    return found;
  }
}

/** Type is optional in an element; marked-content and object references have theirs. */
function isElementDict(dict: Dict): boolean {
  return dict.has('S') || dict.has('K');
}
