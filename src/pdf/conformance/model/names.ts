import { Dict, Name, Ref, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';
import type { PlainElements } from './structure/plain-elements.ts';
import { dictOf } from './raw-objects.ts';
import { hasHigh } from './structure/spoken.ts';

/** A name that people read, and its object. */
export interface SpokenName {
  readonly place: ObjectLocation;
  /** One character for each byte. */
  readonly name: string;
}

/** Sizes of the greatest containers of an object. */
export interface Containers {
  readonly place: ObjectLocation;
  longestArray: number;
  largestDictionary: number;
}

/** The results of visiting all objects. */
export interface Walked {
  readonly names: readonly SpokenName[];
  /** References with a wrong generation, which are null (ISO 32000-2, 7.3.10). */
  readonly strayReferences: readonly { readonly place: ObjectLocation; readonly to: Ref }[];
  readonly containers: readonly Containers[];
  /** Dictionaries with EF, and with AF. */
  readonly specifications: readonly { readonly place: ObjectLocation; readonly dict: Dict }[];
  readonly associating: readonly Dict[];
}

const maxDepth = 100;

/**
 * Visits every object once for rules about all objects. Skips plain structure elements, which such rules do not
 * concern.
 */
export function walkObjects(file: PdfFile, numbers: readonly number[], elements: PlainElements): Walked {
  const into: Walk = {
    file,
    place: {},
    longestArray: 0,
    largestDictionary: 0,
    names: [],
    strayReferences: [],
    containers: [],
    specifications: [],
    associating: [],
  };
  for (const num of numbers) {
    if (elements.at(num) !== null) continue;
    into.place = { object: num };
    into.longestArray = into.largestDictionary = 0;
    walk(file.get(num), into, 0);
    if (into.longestArray > 8191 || into.largestDictionary > 4095)
      into.containers.push({
        place: into.place,
        longestArray: into.longestArray,
        largestDictionary: into.largestDictionary,
      });
  }
  into.place = {};
  walk(file.trailer, into, 0);
  return into;
}

interface Walk {
  readonly file: PdfFile;
  /** The visited object, and its greatest containers so far. */
  place: ObjectLocation;
  longestArray: number;
  largestDictionary: number;
  readonly names: SpokenName[];
  readonly strayReferences: { place: ObjectLocation; to: Ref }[];
  readonly containers: Containers[];
  readonly specifications: { place: ObjectLocation; dict: Dict }[];
  readonly associating: Dict[];
}

function walk(value: Obj, into: Walk, depth: number): void {
  if (value === null || typeof value !== 'object' || value instanceof Name || depth > maxDepth) return;
  if (value instanceof Ref) {
    const entry = into.file.where(value.num);
    if (entry !== null && value.gen !== (entry.kind === 'offset' ? entry.gen : 0))
      into.strayReferences.push({ place: into.place, to: value });
    return;
  }
  if (Array.isArray(value)) {
    into.longestArray = Math.max(into.longestArray, value.length);
    const [first, second] = value;
    if (first instanceof Name && (first.value === 'Separation' || first.value === 'DeviceN')) {
      for (const each of Array.isArray(second) ? second : [second]) speak(each ?? null, into);
    }
    for (const entry of value) walk(entry, into, depth + 1);
    return;
  }
  const dict = dictOf(value);
  if (dict === null) return;
  into.largestDictionary = Math.max(into.largestDictionary, dict.size);
  const { slots } = dict;
  for (let at = 0; at < slots.length; at += 2) {
    const value = slots[at + 1] as Obj;
    if (value === null || typeof value !== 'object') continue;
    look(slots[at] as string, value, dict, into);
    if (!(value instanceof Name)) walk(value, into, depth + 1);
  }
}

/** Records entries that rules check wherever they are. */
function look(key: string, value: Obj, dict: Dict, into: Walk): void {
  switch (key) {
    case 'BaseFont':
    case 'FontName':
      speak(value, into);
      return;
    case 'S':
      if (dict.has('P') || dict.has('K')) speak(value, into);
      return;
    case 'EF':
      into.specifications.push({ place: into.place, dict });
      return;
    case 'AF':
      into.associating.push(dict);
      return;
    case 'RoleMap':
      if (value instanceof Dict)
        for (const [type, role] of value) {
          speak(new Name(type), into);
          speak(role, into);
        }
      return;
    default:
  }
}

function speak(value: Obj, { names, place }: Walk): void {
  if (value instanceof Name && hasHigh(value.value)) names.push({ place, name: value.value });
}
