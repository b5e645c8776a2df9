import type { Dict, Obj } from '../objects/objects.ts';

/** The numbers and arrays of a file, wherever they are. */
interface Lookup {
  number(obj: Obj): number | null;
  array(obj: Obj): readonly Obj[] | null;
}

/** CIDs end here (ISO 32000-2, Annex C). */
const highestCid = 65_535;

/** Widths by CID, in thousandths of the font size. */
export interface CompositeWidths {
  get(cid: number): number | undefined;
  has(cid: number): boolean;
}

/** `W` of a composite font (ISO 32000-2, 9.7.4.3), whose numbers stand in it themselves. */
export function compositeWidths(file: Pick<Lookup, 'array'>, dict: Dict): CompositeWidths {
  const number = (obj: Obj) => (typeof obj === 'number' ? obj : null);
  const of = numbersByCid({ array: (obj) => file.array(obj), number }, dict.get('W'), 1);
  return { get: (cid) => of(cid)?.[0], has: (cid) => of(cid) !== null };
}

/**
 * Numbers of a CID by `W` or `W2` (9.7.4.3): `c [n1 n2 ...]` and `first last n`, each `n` being `count` numbers. Of
 * ranges that overlap, the first counts.
 */
export function numbersByCid(file: Lookup, obj: Obj, count: 1 | 3): (cid: number) => readonly number[] | null {
  const own = new Map<number, readonly number[]>();
  const ranges = new FirstRanges();
  const array = file.array(obj) ?? [];
  for (let at = 0; at < array.length;) {
    const first = file.number(array[at] ?? null) ?? 0;
    const list = file.array(array[at + 1] ?? null);
    if (list !== null) {
      const maximum = Math.min(list.length, count * Math.max(0, highestCid + 1 - first));
      for (let index = 0; index + count <= maximum; index += count)
        own.set(first + index / count, numbersAt(file, list, index, count));
      at += 2;
    } else {
      const last = file.number(array[at + 1] ?? null) ?? first;
      ranges.add(first, last, numbersAt(file, array, at + 2, count));
      at += 2 + count;
    }
  }
  return (cid) => own.get(cid) ?? ranges.get(cid);
}

function numbersAt(file: Lookup, array: readonly Obj[], at: number, count: number): readonly number[] {
  return array.slice(at, at + count).map((entry) => file.number(entry) ?? 0);
}

/** Values of ranges of CIDs. Each CID is visited once, however many ranges have it. */
class FirstRanges {
  readonly #values = new Map<number, readonly number[]>();
  /** For each CID 0 where it has no values yet, else a later one that may have none. As long as the ranges need. */
  #later = new Uint32Array(0);

  add(first: number, last: number, values: readonly number[]): void {
    const end = Math.min(Math.floor(last), highestCid);
    const later = this.#until(end);
    for (let cid = this.#open(Math.max(0, Math.ceil(first)), later); cid <= end; cid = this.#open(cid, later)) {
      this.#values.set(cid, values);
      later[cid] = cid + 1;
    }
  }

  get(cid: number): readonly number[] | null {
    return this.#values.get(cid) ?? null;
  }

  /** The table, with room for a CID and the next one. */
  #until(cid: number): Uint32Array {
    if (this.#later.length >= cid + 2) return this.#later;
    const longer = new Uint32Array(Math.min(Math.max(cid + 2, 2 * this.#later.length), highestCid + 2));
    longer.set(this.#later);
    return (this.#later = longer);
  }

  /** The first CID from this one on that has no values yet. Each way to it gets shorter for the next time. */
  #open(from: number, later: Uint32Array): number {
    let cid = Math.min(from, highestCid + 1);
    for (let next = later[cid] ?? 0; next !== 0; next = later[cid] ?? 0) {
      later[cid] = Math.max(next, later[next] ?? 0);
      cid = next;
    }
    return cid;
  }
}

/** W (9.7.4.3): runs of numbers with their widths. */
export function widthsOf(widths: readonly (readonly [number: number, width: number])[]): Obj[] {
  const entries: Obj[] = [];
  let run: { readonly next: number; readonly values: Obj[] } | null = null;
  for (const [number, width] of widths) {
    if (run !== null && run.next === number) {
      run.values.push(width);
      run = { next: number + 1, values: run.values };
      continue;
    }
    if (run !== null && number < run.next) continue;
    const values: Obj[] = [width];
    entries.push(number, values);
    run = { next: number + 1, values };
  }
  return entries;
}
