import { Ref } from '../objects/objects.ts';

/** The structure elements that a part takes, and their numbers in the target: in a run, in their order. */
export class PlacedElements {
  readonly count: number;
  readonly first: number;
  /** Null where all elements of the document go along. */
  readonly #orders: ElementOrders | null;

  /** `count`: the number of those elements. */
  constructor(orders: ElementOrders | null, count: number, first: number) {
    this.#orders = orders;
    this.count = count;
    this.first = first;
  }

  /** The order of the element in its document. */
  orderAt(place: number): number {
    return this.#orders === null ? place : (this.#orders.list[place] ?? 0);
  }

  /** 0 for an element that stays behind, and for none. */
  numOf(order: number): number {
    if (this.#orders !== null) {
      const place = this.#orders.placeOf(order);
      return place < 0 ? 0 : this.first + place;
    }
    return order >= 0 && order < this.count ? this.first + order : 0;
  }

  /** As a reference; null for an element that stays behind, and for none. */
  placeOf(order: number): Ref | null {
    const num = this.numOf(order);
    return num === 0 ? null : new Ref(num);
  }
}

const blockSize = 256;

/** Some of the elements of a document by their order. */
export class ElementOrders {
  list: number[] = [];
  /** One more than the places in `list`, in blocks: a part has few of the elements of its document. */
  readonly #blocks: (Int32Array | undefined)[] = [];

  has(order: number): boolean {
    return this.placeOf(order) >= 0;
  }

  /** Adds an element that is not there yet. */
  add(order: number): void {
    this.#place(order, this.list.push(order) - 1);
  }

  /** The place of an element in `list`; -1 for one that is not there, and for none. */
  placeOf(order: number): number {
    const block = order < 0 ? undefined : this.#blocks[Math.floor(order / blockSize)];
    return block === undefined ? -1 : (block[order % blockSize] ?? 0) - 1;
  }

  sort(): void {
    if (this.list.every((order, place) => place === 0 || order > (this.list[place - 1] ?? 0))) return;
    this.list.sort((a, b) => a - b);
    this.list.forEach((order, place) => this.#place(order, place));
  }

  #place(order: number, place: number): void {
    const block = (this.#blocks[Math.floor(order / blockSize)] ??= new Int32Array(blockSize));
    block[order % blockSize] = place + 1;
  }
}
