import { Ref } from '../objects/objects.ts';
import type { Element } from '../facts/structure/structure-element.ts';

/** The structure elements that a part takes, and their numbers in the target: in a run, in their order. */
export class PlacedElements {
  readonly elements: readonly Element[];
  readonly first: number;
  /** Places in `elements` by order; null where they are the same, because all elements go along. */
  readonly #places: ReadonlyMap<number, number> | null;

  /** `all`: every element of the document. */
  constructor(elements: readonly Element[], first: number, all: boolean) {
    this.elements = elements;
    this.first = first;
    this.#places = all ? null : new Map(elements.map(({ order }, place) => [order, place]));
  }

  /** 0 for an element that stays behind. */
  numOf({ order }: Element): number {
    const place = this.#places === null ? order : this.#places.get(order);
    return place === undefined || place >= this.elements.length ? 0 : this.first + place;
  }

  /** As a reference; null for an element that stays behind, and for none. */
  placeOf(element: Element | undefined): Ref | null {
    const num = element === undefined ? 0 : this.numOf(element);
    return num === 0 ? null : new Ref(num);
  }
}
