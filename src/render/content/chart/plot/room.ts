import type { Rect } from './shapes.ts';

const meet = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
/** True for a box that lies in another one. */
export const isInside = (a: Rect, b: Rect) =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

/** More marks than these are not avoided: texts among so many stand on some anyway. */
const maxMarks = 4000;

/** Keeps texts of a chart off each other, and as far as there is room off its marks. */
export class Room {
  readonly #bounds: Rect;
  readonly #texts: Rect[] = [];
  readonly #marks: Rect[] = [];
  readonly #rules: Rect[] = [];

  constructor(bounds: Rect) {
    this.#bounds = bounds;
  }

  /** Marks that texts should not stand on. */
  mark(rect: Rect): void {
    if (this.#marks.length < maxMarks) this.#marks.push(rect);
  }

  /** Thin lines, on which texts may stand where they have a ground of their own. */
  rule(rect: Rect): void {
    this.#rules.push(rect);
  }

  /** True where a text fits, and stands on no other text. */
  isFree(rect: Rect): boolean {
    return isInside(rect, this.#bounds) && !this.#texts.some((one) => meet(one, rect));
  }

  take(rect: Rect): void {
    this.#texts.push(rect);
  }

  /** True where a text would stand on marks. */
  meetsMarks(rect: Rect): boolean {
    return this.#marks.some((mark) => meet(mark, rect));
  }

  /** True where lines would cross a text. */
  isCrossed(rect: Rect): boolean {
    return this.meetsMarks(rect) || this.#rules.some((rule) => meet(rule, rect));
  }

  /** Takes the free place with the fewest marks, the first of several; -1 where none is free. */
  takeClearest(places: readonly Rect[]): number {
    const hits = places.map((rect) =>
      this.isFree(rect) ? this.#marks.filter((mark) => meet(mark, rect)).length : Infinity,
    );
    const fewest = Math.min(...hits);
    const found = fewest === Infinity ? -1 : hits.indexOf(fewest);
    const taken = places[found];
    if (taken) this.take(taken);
    return found;
  }
}
