import { Dict, type Obj, Ref, Stream } from '../raw/objects.ts';
import { refsOf } from './share-equal.ts';
import type { Target } from './target.ts';

/**
 * The objects that can be reached from the trailer, numbered anew without gaps in the order they were made, and references to equal objects
 * turned to the one that stands for them. Changes the objects in place: they are nobody else's.
 */
export function compact(target: Target, trailer: Dict, stands: ReadonlyMap<number, number>): [number, Obj][] {
  const { objects } = target;
  const standing = (num: number) => stands.get(num) ?? num;
  const reached = new Uint8Array(objects.length);
  const stack: Obj[] = [trailer];
  while (stack.length > 0) {
    for (const { num } of refsOf(stack.pop() ?? null)) {
      const to = standing(num);
      if (reached[to] === 1 || objects[to] == null) continue;
      reached[to] = 1;
      stack.push(objects[to]);
    }
  }
  const refs = new Map<number, Ref>();
  for (let num = 1; num < objects.length; num += 1) if (reached[num] === 1) refs.set(num, new Ref(refs.size + 1));
  const renumber = (ref: Ref) => refs.get(standing(ref.num)) ?? null;
  mapRefs(trailer, renumber);
  return [...refs].map(([num, { num: to }]) => {
    const obj = objects[num] ?? null;
    return [to, obj instanceof Ref ? renumber(obj) : mapRefs(obj, renumber)];
  });
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
        else if (typeof entry === 'object') stack.push(entry);
      }
    } else if (value instanceof Dict) {
      for (const [key, entry] of value.map) {
        if (entry instanceof Ref) value.set(key, map(entry));
        else if (typeof entry === 'object') stack.push(entry);
      }
    } else if (value instanceof Stream) stack.push(value.dict);
  }
  return root;
}
