import { Dict, Name, Ref, type Obj } from '../../raw/objects.ts';
import type { PdfFile } from '../../raw/pdf-file.ts';
import type { Place } from '../rule.ts';
import { dictOf } from './raw-objects.ts';

/** A name that means something to people, and how large its object's containers are. */
export interface SpokenName {
  readonly place: Place;
  /** One character a byte. */
  readonly name: string;
}

/** The largest containers of an object. */
export interface Containers {
  readonly place: Place;
  longestArray: number;
  largestDictionary: number;
}

export interface Walked {
  readonly names: readonly SpokenName[];
  /** References with another generation than the object has: they mean nothing (ISO 32000-2, 7.3.10). */
  readonly strayReferences: readonly { readonly place: Place; readonly to: Ref }[];
  readonly containers: readonly Containers[];
}

const deepest = 100;

/** Goes over every object once, for what is asked of all of them. */
export function walkObjects(file: PdfFile): Walked {
  const names: SpokenName[] = [];
  const containers: Containers[] = [];
  const strayReferences: { place: Place; to: Ref }[] = [];
  for (const num of file.numbers()) {
    const place = { object: num };
    const sizes: Containers = { place, longestArray: 0, largestDictionary: 0 };
    walk(file.get(num), { file, place, sizes, names, strayReferences }, 0);
    if (sizes.longestArray > 8191 || sizes.largestDictionary > 4095) containers.push(sizes);
  }
  walk(file.trailer, { file, place: {}, sizes: { place: {}, longestArray: 0, largestDictionary: 0 }, names, strayReferences }, 0);
  return { names, containers, strayReferences };
}

interface Walk {
  readonly place: Place;
  readonly sizes: Containers;
  readonly names: SpokenName[];
  readonly file: PdfFile;
  readonly strayReferences: { place: Place; to: Ref }[];
}

function walk(value: Obj, into: Walk, depth: number): void {
  if (value === null || typeof value !== 'object' || value instanceof Name || depth > deepest) return;
  if (value instanceof Ref) {
    const entry = into.file.where(value.num);
    if (entry !== null && value.gen !== (entry.kind === 'offset' ? entry.gen : 0)) into.strayReferences.push({ place: into.place, to: value });
    return;
  }
  if (Array.isArray(value)) {
    into.sizes.longestArray = Math.max(into.sizes.longestArray, value.length);
    const [first, second] = value;
    if (first instanceof Name && (first.value === 'Separation' || first.value === 'DeviceN')) {
      for (const each of Array.isArray(second) ? second : [second]) speak(each ?? null, into);
    }
    for (const entry of value) walk(entry, into, depth + 1);
    return;
  }
  const dict = dictOf(value);
  if (dict === null) return;
  into.sizes.largestDictionary = Math.max(into.sizes.largestDictionary, dict.size);
  speak(dict.get('BaseFont'), into);
  speak(dict.get('FontName'), into);
  if (dict.has('P') || dict.has('K')) speak(dict.get('S'), into);
  const roles = dict.get('RoleMap');
  if (roles instanceof Dict) for (const [key, role] of roles) {
    speak(new Name(key), into);
    speak(role, into);
  }
  for (let at = 1; at < dict.slots.length; at += 2) walk(dict.slots[at] as Obj, into, depth + 1);
}

function speak(value: Obj, { names, place }: Walk): void {
  if (value instanceof Name && hasHigh(value.value)) names.push({ place, name: value.value });
}

function hasHigh(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) > 127) return true;
  return false;
}
