import { createHash } from 'node:crypto';
import { Dict, isName, type Obj, Ref, Stream } from '../objects/objects.ts';
import { canonical } from '../facts/equal.ts';
import { Deferred, type Target } from './target.ts';

/**
 * The objects that equal an earlier one, including everything that they refer to: fonts, images, ICC profiles,
 * resources. By number; an object that is not in the map has no equal. The search goes from the leaves up without
 * recursion, once over every object. A reference back to an object that is being compared counts by its number, so
 * circles are never equal.
 */
export function equalObjects(target: Target): ReadonlyMap<number, number> {
  const { objects } = target;
  const lengths = streamLengths(objects);
  const stands = new Map<number, number>();
  const firsts = new Map<string, number>();
  const state = new Uint8Array(objects.length);
  const refer = ({ num }: Ref) => `R${stands.get(num) ?? num} `;
  const stack: number[] = [];
  const visit = (num: number) => {
    if (state[num] === 0) stack.push(num);
  };
  for (let root = 1; root < objects.length; root += 1) {
    if (state[root] === 0) stack.push(root);
    for (let num = stack.at(-1); num !== undefined; num = stack.at(-1)) {
      const obj = objects[num] ?? null;
      const isCompared = typeof obj === 'object' && !(obj instanceof Deferred); // others refer to nothing, or equal nothing
      if (state[num] === 0 && isCompared) {
        state[num] = 1;
        for (const ref of refsOf(obj)) visit(ref.num);
        continue;
      }
      stack.pop();
      if (state[num] === 2) continue;
      state[num] = 2;
      if (!isCompared || !mayBeShared(obj) || (obj instanceof Stream && lengths.get(obj.raw.length) === 1)) continue;
      const key = createHash('sha256').update(canonical(obj, refer)).digest('base64');
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, num);
      else stands.set(num, first);
    }
  }
  return stands;
}

/** A stream whose length no other has is equal to none, and need not be read. */
function streamLengths(objects: Target['objects']): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  for (const obj of objects)
    if (obj instanceof Stream) lengths.set(obj.raw.length, (lengths.get(obj.raw.length) ?? 0) + 1);
  return lengths;
}

const named: readonly string[] = [
  'OCG',
  'OCMD',
  'Annot',
  'StructElem',
  'Page',
  'Pages',
  'Catalog',
  'StructTreeRoot',
  'Namespace',
];

/** Pages, annotations, fields, layers and elements have an identity: two of them are two however equal they look. */
function mayBeShared(obj: Obj): boolean {
  if (obj instanceof Stream) return true;
  if (Array.isArray(obj)) return obj.length > 0;
  if (!(obj instanceof Dict)) return false;
  const type = obj.get('Type');
  if (named.some((name) => isName(type, name))) return false;
  return !(obj.has('Rect') || obj.has('FT') || obj.has('Parent') || obj.has('P') || obj.has('T'));
}

/** The references in an object, not followed. */
export function refsOf(obj: Obj): Ref[] {
  const refs: Ref[] = [];
  const stack: Obj[] = [obj];
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (value instanceof Ref) refs.push(value);
    else pushWithin(value, stack);
  }
  return refs;
}

/** What a value holds, one level of it, as far as that is or can hold a reference. */
export function pushWithin(value: Obj, stack: Obj[]): void {
  if (Array.isArray(value)) pushObjects(value, 0, 1, stack);
  else if (value instanceof Dict) pushObjects(value.slots, 1, 2, stack);
  else if (value instanceof Stream) stack.push(value.dict);
}

function pushObjects(values: readonly (string | Obj)[], first: number, step: number, stack: Obj[]): void {
  for (let at = first; at < values.length; at += step) {
    const value = values[at];
    if (typeof value === 'object' && value !== null) stack.push(value);
  }
}
