import type { XrefEntry } from './xref-entry.ts';

const absent = 0;
const free = 1;
const atOffset = 2;
const inObjectStream = 3;

/** Numbers up to this many times the entries have their place in an array. */
const densest = 4;

/**
 * Cross-reference entries by object number, null where it is free. A file has hundreds of thousands, so an entry
 * becomes an object only when it is requested.
 */
export class XrefEntries {
  #kinds = new Uint8Array(1024);
  /** Offset, or number of the object stream. */
  #places = new Float64Array(1024);
  /** Generation, or index in the object stream. */
  #details = new Float64Array(1024);
  /** What is far beyond the others. */
  readonly #far = new Map<number, XrefEntry | null>();
  #near = 0;

  static of(entries: Iterable<readonly [number, XrefEntry | null]>): XrefEntries {
    const own = new XrefEntries();
    for (const [num, entry] of entries) own.set(num, entry);
    return own;
  }

  get size(): number {
    return this.#near + this.#far.size;
  }

  has(num: number): boolean {
    return (this.#kinds[num] ?? absent) !== absent || this.#far.has(num);
  }

  /** Undefined where there is no entry. */
  get(num: number): XrefEntry | null | undefined {
    const place = this.#places[num] ?? 0;
    const detail = this.#details[num] ?? 0;
    switch (this.#kinds[num] ?? absent) {
      case free:
        return null;
      case atOffset:
        return { kind: 'offset', offset: place, gen: detail };
      case inObjectStream:
        return { kind: 'object-stream', container: place, index: detail };
      default:
        return this.#far.get(num);
    }
  }

  /** The type of the entry in a cross-reference stream (ISO 32000-2, table 18); 0 where there is no entry. */
  type(num: number): 0 | 1 | 2 {
    const kind = this.#kinds[num] ?? absent;
    if (kind !== absent) return kind === inObjectStream ? 2 : kind === atOffset ? 1 : 0;
    const far = this.#far.get(num);
    return far == null ? 0 : far.kind === 'offset' ? 1 : 2;
  }

  /** Offset, or number of the object stream; 0 where the entry is free. */
  place(num: number): number {
    if (isPlace(num, this.#places.length)) return this.#places[num] ?? 0;
    const far = this.#far.get(num);
    return far == null ? 0 : far.kind === 'offset' ? far.offset : far.container;
  }

  /** Generation, or index in the object stream; 0 where the entry is free. */
  detail(num: number): number {
    if (isPlace(num, this.#details.length)) return this.#details[num] ?? 0;
    const far = this.#far.get(num);
    return far == null ? 0 : far.kind === 'offset' ? far.gen : far.index;
  }

  set(num: number, entry: XrefEntry | null): void {
    if (entry === null) this.#put(num, free, 0, 0);
    else if (entry.kind === 'offset') this.setOffset(num, entry.offset, entry.gen);
    else this.setPacked(num, entry.container, entry.index);
  }

  setOffset(num: number, offset: number, gen: number): void {
    this.#put(num, atOffset, offset, gen);
  }

  setPacked(num: number, container: number, index: number): void {
    this.#put(num, inObjectStream, container, index);
  }

  *keys(): Generator<number> {
    for (let num = 0; num < this.#kinds.length; num += 1) if (this.#kinds[num] !== absent) yield num;
    yield* this.#far.keys();
  }

  /** Numbers of entries in use, ascending. */
  used(): number[] {
    const numbers: number[] = [];
    for (let num = 0; num < this.#kinds.length; num += 1)
      if (this.#kinds[num] === atOffset || this.#kinds[num] === inObjectStream) numbers.push(num);
    if (this.#far.size === 0) return numbers;
    for (const [num, entry] of this.#far) if (entry !== null) numbers.push(num);
    return numbers.sort((a, b) => a - b);
  }

  /** The highest number that has an entry; 0 without entries. */
  highestNumber(): number {
    let highest = this.#kinds.length - 1;
    while (highest > 0 && this.#kinds[highest] === absent) highest -= 1;
    for (const num of this.#far.keys()) highest = Math.max(highest, num);
    return highest;
  }

  /** Numbers of the object streams that objects are in, ascending. */
  objectStreams(): number[] {
    const streams = new Set<number>();
    let last = 0;
    for (let num = 0; num < this.#kinds.length; num += 1) {
      const place = this.#kinds[num] === inObjectStream ? (this.#places[num] ?? 0) : last;
      if (place !== last) streams.add((last = place));
    }
    for (const entry of this.#far.values()) if (entry?.kind === 'object-stream') streams.add(entry.container);
    return [...streams].sort((a, b) => a - b);
  }

  /** The greatest offset, or number of an object stream, of all entries; 0 where there are none. */
  highestPlace(): number {
    const places = this.#places;
    let highest = 0;
    // not for-of, which takes seven times as long
    for (let num = places.length - 1; num >= 0; num -= 1) highest = Math.max(highest, places[num] ?? 0);
    for (const [, entry] of this.#far)
      if (entry !== null) highest = Math.max(highest, entry.kind === 'offset' ? entry.offset : entry.container);
    return highest;
  }

  *[Symbol.iterator](): Generator<[number, XrefEntry | null]> {
    for (const num of this.keys()) yield [num, this.get(num) ?? null];
  }

  #put(num: number, kind: number, place: number, detail: number): void {
    if (num >= this.#kinds.length && isPlace(num, densest * this.#near)) this.#grow(2 * num);
    if (isPlace(num, this.#kinds.length)) {
      if (this.#kinds[num] === absent) this.#near += 1;
      this.#kinds[num] = kind;
      this.#places[num] = place;
      this.#details[num] = detail;
    } else if (kind === free) this.#far.set(num, null);
    else
      this.#far.set(
        num,
        kind === atOffset
          ? { kind: 'offset', offset: place, gen: detail }
          : { kind: 'object-stream', container: place, index: detail },
      );
  }

  #grow(length: number): void {
    const [kinds, places, details] = [this.#kinds, this.#places, this.#details];
    this.#kinds = new Uint8Array(length);
    this.#places = new Float64Array(length);
    this.#details = new Float64Array(length);
    this.#kinds.set(kinds);
    this.#places.set(places);
    this.#details.set(details);
    for (const [num, entry] of this.#far) {
      if (!isPlace(num, length)) continue;
      this.#far.delete(num);
      this.set(num, entry);
    }
  }
}

/** Broken files have entries for -1 and 1.5, too. */
function isPlace(num: number, length: number): boolean {
  return Number.isInteger(num) && num >= 0 && num < length;
}
