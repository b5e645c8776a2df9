import type { ByteSink } from '../objects/byte-sink.ts';
import { Dict, type Obj, Ref, Stream } from '../objects/objects.ts';
import { Writable } from '../objects/serialize.ts';
import { pushWithin } from './share-equal.ts';
import { Deferred, type Target } from './target.ts';

/**
 * The objects that can be reached from the trailer, renumbered without gaps in the order of their creation. References
 * to equal objects lead to one of them. The objects are changed in place, because nothing else uses them. Deferred
 * objects follow when they are written.
 */
export function compact(
  target: Target,
  trailer: Dict,
  stands: ReadonlyMap<number, number>,
): [number, Obj | Writable][] {
  const { objects } = target;
  const standing = (num: number) => (stands.size === 0 ? num : (stands.get(num) ?? num));
  const numbers = reach(target, trailer, standing);
  let count = 0;
  for (let num = 0; num < numbers.length; num += 1) if (numbers[num] !== 0) numbers[num] = count += 1;
  const refer = (num: number) => numbers[standing(num)] ?? 0;
  const numbered = numberedBy(numbers, count, refer);
  const refs = new Array<Ref | null>(count + 1).fill(null);
  const renumber = ({ num }: Ref) => {
    const to = refer(num);
    return to === 0 ? null : (refs[to] ??= new Ref(to));
  };
  mapRefs(trailer, renumber);
  const result: [number, Obj | Writable][] = [];
  for (let num = 1; num < numbers.length; num += 1) {
    const to = numbers[num] ?? 0;
    const obj = objects[num] ?? null;
    if (to === 0) continue;
    if (obj instanceof Deferred) result.push([to, numbered(obj)]);
    else result.push([to, obj instanceof Ref ? renumber(obj) : mapRefs(obj, renumber)]);
  }
  return result;
}

/** 1 for each object that the trailer leads to. On the stack a number is that of an object. */
function reach({ objects }: Target, trailer: Dict, standing: (num: number) => number): Uint32Array {
  const reached = new Uint32Array(objects.length);
  const stack: Obj[] = [trailer];
  const visit = (num: number) => {
    const to = standing(num);
    if (reached[to] !== 0 || objects[to] == null) return;
    reached[to] = 1;
    stack.push(to);
  };
  const visitAll = (deferred: Deferred) => {
    for (let num = deferred.first; num < deferred.end; num += 1)
      if (objects[num] === deferred) reached[num] = 1;
      else visit(num);
    deferred.references(visit);
  };
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (value instanceof Ref) visit(value.num);
    else if (typeof value !== 'number') pushWithin(value, stack);
    else {
      const obj = objects[value] ?? null;
      if (obj instanceof Deferred) visitAll(obj);
      else if (typeof obj === 'object' && obj !== null) stack.push(obj);
    }
  }
  return reached;
}

/** Makes the writers of deferred objects. Objects that follow each other share one. */
function numberedBy(numbers: Uint32Array, count: number, refer: (num: number) => number): (of: Deferred) => Numbered {
  let before: Uint32Array | undefined;
  let last: Numbered | undefined;
  return (deferred) => {
    if (last?.deferred !== deferred) last = new Numbered(deferred, (before ??= inverse(numbers, count)), refer);
    return last;
  };
}

/** The numbers in the target by those in the file, which go from 1 to `count`. */
function inverse(numbers: Uint32Array, count: number): Uint32Array {
  const places = new Uint32Array(count + 1);
  numbers.forEach((number, place) => (places[number] = place));
  return places;
}

/** Writes the objects of a deferred one. */
class Numbered extends Writable {
  readonly deferred: Deferred;
  readonly #before: Uint32Array;
  readonly #refer: (num: number) => number;

  /** `before` has the numbers in the target by those in the file. */
  constructor(deferred: Deferred, before: Uint32Array, refer: (num: number) => number) {
    super();
    this.deferred = deferred;
    this.#before = before;
    this.#refer = refer;
  }

  write(sink: ByteSink, num: number): void {
    this.deferred.write(this.#before[num] ?? 0, sink, this.#refer);
  }
}

/** From the last entry to the first, because one whose reference leads nowhere goes. */
function mapEntries(dict: Dict, map: (ref: Ref) => Ref | null, stack: Obj[]): void {
  const { slots } = dict;
  for (let at = slots.length - 1; at > 0; at -= 2) {
    const entry = slots[at];
    if (entry instanceof Ref) {
      const to = map(entry);
      if (to === null) dict.delete(slots[at - 1] as string);
      else slots[at] = to;
    } else if (typeof entry === 'object' && entry !== null) stack.push(entry);
  }
}

/** Turns every reference in a value, in place. */
function mapRefs(root: Obj, map: (ref: Ref) => Ref | null): Obj {
  const stack: Obj[] = [root];
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const entry = value[at] ?? null;
        if (entry instanceof Ref) value[at] = map(entry);
        else if (typeof entry === 'object' && entry !== null) stack.push(entry);
      }
    } else if (value instanceof Dict) {
      mapEntries(value, map, stack);
    } else if (value instanceof Stream) stack.push(value.dict);
  }
  return root;
}
