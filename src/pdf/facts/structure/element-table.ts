import type { Dict, Obj, PdfString } from '../../objects/objects.ts';
import type { Reference } from './content-reference.ts';
import { noItem } from './element-items.ts';

/** In place of an element's order: there is no such element. */
export const noElement = -1;
/** In place of the index of a page: there is none. */
export const noPage = -1;
/** The page of an element's content is that of the element around it, and has not been looked up yet. */
export const unknownPage = -2;

/** The numbers of an element, one after the other. */
const field = {
  num: 0,
  parent: 1,
  type: 2,
  ownPage: 3,
  page: 4,
  firstItem: 5,
  endOfItems: 6,
  id: 7,
  attributes: 8,
  flags: 9,
} as const;
type Field = (typeof field)[keyof typeof field];
const fieldCount = 10;
const isFilled = 1;
const hasDict = 2;

/** Object numbers that an array has room for from the start. Files may have larger ones, and few. */
const maxDense = 1_000_000;

/** A structure element when it is added. */
export interface NewElement {
  /** The number of its object; 0 for a direct one. */
  readonly num: number;
  /** The order of the element around it, or `noElement`. */
  readonly parent: number;
  /** S. */
  readonly type: string | null;
  readonly id: PdfString | null;
  /** The index of the page that it names, or `noPage`. */
  readonly ownPage: number;
  /** A of a plain one. */
  readonly attributes: Obj;
}

/**
 * The structure elements of a document (ISO 32000-2, 14.7.2) by their order: a parent comes before its kids. They are in
 * arrays of numbers, because a document has hundreds of thousands.
 */
export class ElementTable {
  count = 0;
  /** Types by their number, in the order of their first elements. */
  readonly types: (string | null)[] = [];
  /** Those that plain elements have as A, each once. */
  readonly attributeValues: Obj[] = [null];
  readonly references: Reference[] = [];
  readonly #typeNumbers = new Map<string | null, number>();
  readonly #attributeNumbers = new Map<Obj, number>([[null, 0]]);
  readonly #ids: (PdfString | null)[] = [null];
  readonly #dicts = new Map<number, Dict>();
  readonly #others = new Map<number, Buffer>();
  /** One more than the order of the element of each object number. */
  readonly #ofNum: Int32Array;
  readonly #ofFarNum = new Map<number, number>();
  readonly #ofDict = new Map<Dict, number>();
  #fields = new Int32Array(64 * fieldCount);
  #items = new Int32Array(64);
  #itemCount = 0;

  /** `size`: the number of objects in the file. */
  constructor(size: number) {
    this.#ofNum = new Int32Array(Math.min(size, maxDense));
  }

  /** Adds an element after all others, and answers its order. */
  add({ num, parent, type, id, ownPage, attributes }: NewElement): number {
    const order = this.count++;
    const at = order * fieldCount;
    if (at === this.#fields.length) this.#fields = doubled(this.#fields);
    const fields = this.#fields;
    fields[at + field.num] = num;
    fields[at + field.parent] = parent;
    fields[at + field.type] = this.#typeNumber(type);
    fields[at + field.ownPage] = ownPage;
    fields[at + field.page] = ownPage === noPage ? unknownPage : ownPage;
    if (id !== null) fields[at + field.id] = this.#ids.push(id) - 1;
    if (attributes !== null) fields[at + field.attributes] = this.#attributesNumber(attributes);
    return order;
  }

  /**
   * Adds so many items, all to be set, which replace those of the element; with `noElement` they are those of the root.
   * Answers the place of the first.
   */
  addItems(order: number, count: number): number {
    const first = this.#itemCount;
    this.#itemCount += count;
    while (this.#itemCount > this.#items.length) this.#items = doubled(this.#items);
    if (order !== noElement) {
      this.#set(order, field.firstItem, first);
      this.#set(order, field.endOfItems, this.#itemCount);
    }
    return first;
  }

  setItem(place: number, item: number): void {
    this.#items[place] = item;
  }

  /** The item at a place: see `element-items.ts`. */
  item(place: number): number {
    return this.#items[place] ?? noItem;
  }

  firstItem(order: number): number {
    return this.#get(order, field.firstItem);
  }

  endOfItems(order: number): number {
    return this.#get(order, field.endOfItems);
  }

  /** 0 for a direct object. */
  num(order: number): number {
    return this.#get(order, field.num);
  }

  /** The order of the element around it, or `noElement`. */
  parent(order: number): number {
    return this.#get(order, field.parent);
  }

  /** The place of its type in `types`. */
  typeNumber(order: number): number {
    return this.#get(order, field.type);
  }

  /** The page that it names, or `noPage`. */
  ownPage(order: number): number {
    return this.#get(order, field.ownPage);
  }

  /** The page of its content, `noPage`, or `unknownPage`. */
  page(order: number): number {
    return this.#get(order, field.page);
  }

  setPage(order: number, page: number): void {
    this.#set(order, field.page, page);
  }

  id(order: number): PdfString | null {
    return this.#ids[this.#get(order, field.id)] ?? null;
  }

  /** The place of A in `attributeValues`, of a plain one. */
  attributesNumber(order: number): number {
    return this.#get(order, field.attributes);
  }

  /** Whether it or an element in it has content on a page. */
  filled(order: number): boolean {
    return (this.#get(order, field.flags) & isFilled) !== 0;
  }

  fill(order: number): void {
    this.#set(order, field.flags, this.#get(order, field.flags) | isFilled);
  }

  /** Null for one that is plain: all there is of it is here. */
  dict(order: number): Dict | null {
    return (this.#get(order, field.flags) & hasDict) === 0 ? null : (this.#dicts.get(order) ?? null);
  }

  setDict(order: number, dict: Dict): void {
    this.#set(order, field.flags, this.#get(order, field.flags) | hasDict);
    this.#dicts.set(order, dict);
  }

  /** Of a plain one: the entries that are copied as they are written. */
  others(order: number): Buffer | null {
    return this.#others.size === 0 ? null : (this.#others.get(order) ?? null);
  }

  setOthers(order: number, others: Buffer): void {
    this.#others.set(order, others);
  }

  /** The order of the element of that object number, or `noElement`. */
  ofNum(num: number): number {
    return (num < this.#ofNum.length ? (this.#ofNum[num] ?? 0) : (this.#ofFarNum.get(num) ?? 0)) - 1;
  }

  setNum(order: number, num: number): void {
    if (num < this.#ofNum.length) this.#ofNum[num] = order + 1;
    else this.#ofFarNum.set(num, order + 1);
  }

  /** The order of the element that was read as this dictionary, or `noElement`. */
  ofDict(dict: Dict): number {
    return this.#ofDict.get(dict) ?? noElement;
  }

  /** Adds an element that is not plain. */
  addDict(dict: Dict, element: NewElement): number {
    const order = this.add(element);
    this.setDict(order, dict);
    this.#ofDict.set(dict, order);
    return order;
  }

  #get(order: number, at: Field): number {
    return this.#fields[order * fieldCount + at] ?? 0;
  }

  #set(order: number, at: Field, value: number): void {
    this.#fields[order * fieldCount + at] = value;
  }

  #typeNumber(type: string | null): number {
    const known = this.#typeNumbers.get(type);
    if (known !== undefined) return known;
    const number = this.types.push(type) - 1;
    this.#typeNumbers.set(type, number);
    return number;
  }

  #attributesNumber(attributes: Obj): number {
    const known = this.#attributeNumbers.get(attributes);
    if (known !== undefined) return known;
    const number = this.attributeValues.push(attributes) - 1;
    this.#attributeNumbers.set(attributes, number);
    return number;
  }
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
