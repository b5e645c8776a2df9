import { Dict, type Obj, Ref, Stream } from '../raw/objects.ts';
import { pushWithin } from './share-equal.ts';
import type { Target } from './target.ts';

/**
 * The objects that can be reached from the trailer, numbered anew without gaps in the order they were made, and references to equal objects
 * turned to the one that stands for them. Changes the objects in place: they are nobody else's.
 */
export function compact(target: Target, trailer: Dict, stands: ReadonlyMap<number, number>): [number, Obj][] {
  const { objects } = target;
  const standing = (num: number) => (stands.size === 0 ? num : (stands.get(num) ?? num));
  const reached = new Uint8Array(objects.length);
  const stack: Obj[] = [trailer];
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (!(value instanceof Ref)) {
      pushWithin(value, stack);
      continue;
    }
    const to = standing(value.num);
    if (reached[to] === 1 || objects[to] == null) continue;
    reached[to] = 1;
    stack.push(objects[to]);
  }
  const refs: (Ref | null)[] = [];
  let count = 0;
  for (let num = 0; num < objects.length; num += 1) refs.push(reached[num] === 1 ? new Ref((count += 1)) : null);
  const renumber = (ref: Ref) => refs[standing(ref.num)] ?? null;
  mapRefs(trailer, renumber);
  const result: [number, Obj][] = [];
  for (let num = 1; num < objects.length; num += 1) {
    const obj = objects[num] ?? null;
    const to = refs[num];
    if (to != null) result.push([to.num, obj instanceof Ref ? renumber(obj) : mapRefs(obj, renumber)]);
  }
  return result;
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
