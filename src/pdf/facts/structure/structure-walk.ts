import { Dict, isName, type Obj, Ref, Stream } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import { numberTree } from '../trees/read-trees.ts';
import type { SourceFile } from '../source-file.ts';
import type { Reference } from './content-reference.ts';
import { contentItem, elementItem, maxNum, noItem, referenceItem } from './element-items.ts';
import type { ElementScanner } from './element-scanner.ts';
import { ElementTable, noElement, noPage, unknownPage } from './element-table.ts';
import { notScanned, type ScannedElements } from './ahead/scanned-elements.ts';
import { PlainElements } from './plain-element.ts';

/** References that lead to references; more are a circle. */
const longestChain = 32;

/**
 * All structure elements below a structure tree root, without recursion, each once, in order; a kid with two parents is
 * the first one's.
 */
export function walkStructure(source: SourceFile, root: Dict): ElementTable {
  return new Walk(source, root).walk();
}

/** Kids that are being gone through. */
interface Frame {
  /** The order of an element, or `noElement`. */
  readonly parent: number;
  /** Null for those of a plain element: object numbers, negated, in place of their items. */
  readonly kids: readonly Obj[] | null;
  /** They are one that K has outside of an array: it may lead to the array of kids. */
  readonly isAlone: boolean;
  /** The place of the first item, of the next, and the end. */
  readonly first: number;
  next: number;
  readonly end: number;
}

class Walk {
  readonly #table: ElementTable;
  readonly #root: Dict;
  readonly #source: SourceFile;
  readonly #plain = new PlainElements();
  readonly #readPlain = (parser: Parser, index: number, container: number) => this.#readAt(parser, index, container);
  /** The object stream of the last plain element, and its elements where another thread has scanned them. */
  #container = 0;
  #scanned: ScannedElements | null = null;
  readonly #frames: Frame[] = [];
  #pages: ReadonlyMap<number, number> | undefined;
  /** That of the last plain element. */
  #lastPage = { num: 0, index: noPage };

  constructor(source: SourceFile, root: Dict) {
    this.#source = source;
    this.#root = root;
    this.#table = new ElementTable(source.file.size);
  }

  walk(): ElementTable {
    const table = this.#table;
    this.#push(this.#root.get('K'), noElement);
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (frame.next === frame.end) {
        this.#frames.pop();
        continue;
      }
      const place = frame.next++;
      const kid = frame.kids === null ? null : frame.kids[place - frame.first];
      if (kid instanceof Dict) table.setItem(place, this.#visitValue(kid, 0, frame));
      else if (kid instanceof Ref) table.setItem(place, this.#visit(kid.num, frame));
      else if (kid === null && table.item(place) < 0 && table.item(place) !== noItem)
        table.setItem(place, this.#visit(-table.item(place), frame));
    }
    return table;
  }

  /**
   * The item of the object with the number `first`, which is a kid: an element that was not met before, content, or
   * nothing.
   */
  #visit(first: number, frame: Frame): number {
    const { file } = this.#source;
    if (first > maxNum) return noItem;
    let num = first;
    for (let hops = 0; hops < longestChain && this.#table.ofNum(num) === noElement; hops += 1) {
      // An outermost element is read whole, because it also has the language.
      const plain = frame.parent === noElement ? null : file.scan(num, this.#readPlain);
      if (plain !== null) return this.#addPlain(plain, first, num, frame.parent);
      const value = file.get(num);
      if (!(value instanceof Ref)) return this.#visitValue(value, first, frame);
      num = value.num;
    }
    return noItem;
  }

  /** `num`: the number of the object that a kid refers to; 0 for a direct one. */
  #visitValue(value: Obj, num: number, { parent, isAlone }: Frame): number {
    if (typeof value === 'number') return parent === noElement ? noItem : this.#content(parent, contentItem(value));
    if (isAlone && Array.isArray(value)) this.#push(value, parent);
    if (!(value instanceof Dict)) return noItem;
    if (isName(value.get('Type'), 'MCR') || isName(value.get('Type'), 'OBJR'))
      return parent === noElement ? noItem : this.#reference(parent, value);
    return isElementDict(value) && value !== this.#root && this.#table.ofDict(value) === noElement
      ? this.#addDict(value, num, parent)
      : noItem;
  }

  /** The element that the parser is before; null where that is not a plain one. */
  #readAt(parser: Parser, index: number, container: number): PlainElements | null {
    const { ahead } = this.#source;
    if (ahead !== null && container !== this.#container) {
      this.#container = container;
      this.#scanned = ahead.take(container);
    }
    const start = this.#scanned?.starts[index] ?? notScanned;
    if (ahead === null || this.#scanned === null || start === notScanned)
      return this.#plain.read(parser) ? this.#plain : null;
    this.#plain.take(this.#scanned, start, parser, ahead.attributes);
    return this.#plain;
  }

  /** Adds the element that was read last. `num` is the number of the reference to it, `last` that of its own object. */
  #addPlain(plain: PlainElements, num: number, last: number, parent: number): number {
    const table = this.#table;
    const { type, page, attributes } = plain.scanned;
    const order = table.add({ num, parent, type, id: plain.id, ownPage: this.#pageOfNum(page), attributes });
    const others = plain.others();
    if (others !== null) table.setOthers(order, others);
    table.setNum(order, last);
    if (last !== num) table.setNum(order, num);
    this.#pushPlain(plain.scanned, order);
    return elementItem(order);
  }

  /** The index of the page with that object number, or `noPage`. */
  #pageOfNum(num: number): number {
    if (num !== this.#lastPage.num)
      this.#lastPage = { num, index: num === 0 ? noPage : (this.#source.pageOf.get(num) ?? noPage) };
    return this.#lastPage.index;
  }

  #addDict(dict: Dict, num: number, parent: number): number {
    const { file } = this.#source;
    const ownPage = this.#source.pageIn(dict.get('Pg')) ?? noPage;
    const [type, id] = [file.name(dict.get('S')), file.string(dict.get('ID'))];
    const order = this.#table.addDict(dict, { num, parent, type, id, ownPage, attributes: null });
    if (num !== 0) this.#table.setNum(order, num);
    this.#push(dict.get('K'), order);
    return elementItem(order);
  }

  /** Content is among the items at once; the rest comes next. */
  #pushPlain({ kids, kidCount, isAlone }: ElementScanner, parent: number): void {
    const table = this.#table;
    const first = table.addItems(parent, kidCount);
    let isNested = false;
    for (let index = 0; index < kidCount; index += 1) {
      const kid = kids[index] ?? 0;
      isNested ||= kid < 0;
      table.setItem(first + index, kid < 0 ? kid : this.#content(parent, kid));
    }
    if (isNested) this.#frames.push({ parent, kids: null, isAlone, first, next: first, end: first + kidCount });
  }

  /** As `#pushPlain`, of K as it is written. */
  #push(written: Obj, parent: number): void {
    if (written === null) return;
    const isAlone = !Array.isArray(written);
    const kids = isAlone ? [written] : written;
    const first = this.#table.addItems(parent, kids.length);
    kids.forEach((kid, index) => {
      const isContent = typeof kid === 'number' && parent !== noElement;
      this.#table.setItem(first + index, isContent ? this.#content(parent, contentItem(kid)) : noItem);
    });
    if (kids.some((kid) => kid instanceof Ref || kid instanceof Dict))
      this.#frames.push({ parent, kids, isAlone, first, next: first, end: first + kids.length });
  }

  #content(element: number, item: number): number {
    return this.#pageOf(element) === noPage ? noItem : item;
  }

  /** An element that holds such a thing is not plain after all where that has a number of its own. */
  #reference(parent: number, dict: Dict): number {
    const table = this.#table;
    const own = table.dict(parent) === null ? this.#source.file.dict(new Ref(table.num(parent))) : null;
    if (own !== null) table.setDict(parent, own);
    const reference = isName(dict.get('Type'), 'MCR') ? this.#markedContent(parent, dict) : this.#object(parent, dict);
    return reference === null ? noItem : referenceItem(table.references.push(reference) - 1);
  }

  /** 14.7.5.2. */
  #markedContent(parent: number, dict: Dict): Reference | null {
    const page = this.#source.pageIn(dict.get('Pg')) ?? this.#pageOf(parent);
    const mcid = this.#source.file.number(dict.get('MCID'));
    const stream = dict.get('Stm');
    return page === noPage || mcid === null
      ? null
      : { kind: 'content', page, mcid, stream: stream instanceof Ref ? stream.num : null, dict };
  }

  /** 14.7.5.3: an annotation, which knows its page, or an XObject. */
  #object(parent: number, dict: Dict): Reference | null {
    const { file, annotations } = this.#source;
    const object = dict.get('Obj');
    if (!(object instanceof Ref)) return null;
    const page =
      annotations.pageOf.get(object.num) ??
      (file.resolve(object) instanceof Stream ? (this.#source.pageIn(dict.get('Pg')) ?? this.#pageOf(parent)) : noPage);
    return page === noPage ? null : { kind: 'object', page, object, dict };
  }

  /**
   * The page of an element's content: its own, that of the element around it, or the one that the parent tree leads
   * from (14.7.5.4).
   */
  #pageOf(element: number): number {
    const table = this.#table;
    const above: number[] = [];
    let at = element;
    for (; at !== noElement && table.page(at) === unknownPage; at = table.parent(at)) above.push(at);
    let page = at === noElement ? noPage : table.page(at);
    for (const one of above.reverse()) {
      if (page === noPage) page = this.#pageByParentTree(table.num(one));
      table.setPage(one, page);
    }
    return page;
  }

  #pageByParentTree(num: number): number {
    return num === 0 ? noPage : ((this.#pages ??= this.#pagesByParentTree()).get(num) ?? noPage);
  }

  #pagesByParentTree(): ReadonlyMap<number, number> {
    const { file, pages } = this.#source;
    const found = new Map<number, number>();
    const elements = numberTree(file, this.#root.get('ParentTree'));
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
