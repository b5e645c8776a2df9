import { Ref, type Dict, type Obj, type Stream } from '../../raw/objects.ts';
import type { PdfFile } from '../../raw/pdf-file.ts';
import type { Place } from '../rule.ts';
import { dictOf } from './raw-objects.ts';

/** A file specification with an embedded file (ISO 32000-2, 7.11.3). */
export interface FileSpecification {
  readonly place: Place;
  readonly dict: Dict;
  readonly embedded: Stream | null;
  /** The document or a part of it names it in AF (14.13). */
  readonly associated: boolean;
}

/** Dictionaries within each other that are searched. */
const deepest = 6;

/** File specifications with EF anywhere in the file; those in AF are known by their object. */
export function readFileSpecifications(file: PdfFile): FileSpecification[] {
  const found = new Map<Dict, Place>();
  const associated = new Set<Dict>();
  const look = (value: Obj, place: Place, depth: number): void => {
    const dict = dictOf(value);
    if (dict === null) {
      if (Array.isArray(value) && depth < deepest) for (const entry of value) if (!(entry instanceof Ref)) look(entry, place, depth + 1);
      return;
    }
    if (dict.has('EF') && file.dict(dict.get('EF')) !== null) found.set(dict, place);
    if (dict.has('AF')) for (const entry of file.array(dict.get('AF')) ?? [dict.get('AF')]) {
      const specification = file.dict(entry);
      if (specification !== null) associated.add(specification);
    }
    if (depth >= deepest) return;
    for (let at = 1; at < dict.slots.length; at += 2) {
      const entry = dict.slots[at] as Obj;
      if (typeof entry === 'object' && entry !== null && !(entry instanceof Ref)) look(entry, place, depth + 1);
    }
  };
  look(file.catalog, {}, 0);
  for (const num of file.numbers()) look(file.get(num), { object: num }, 0);
  return [...found].map(([dict, place]) => {
    const files = file.dict(dict.get('EF'));
    return { place, dict, embedded: file.stream(files?.get('UF') ?? null) ?? file.stream(files?.get('F') ?? null), associated: associated.has(dict) };
  });
}
