import { Dict, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { XrefEntry } from '../../file/xref/xref-entry.ts';
import { serialize } from '../../objects/serialize.ts';
import { isContainer } from '../../file/container.ts';

/** The change of an object from one version to the next. */
export interface ObjectChange {
  readonly object: number;
  readonly change: 'added' | 'changed' | 'removed';
  /** Type and subtype of its dictionary, or the type of its value. */
  readonly kind: string;
}

/**
 * Objects that differ between two versions, by number. Cross-reference and object streams are skipped, because they are
 * storage.
 */
export function changedObjects(older: PdfFile, newer: PdfFile): ObjectChange[] {
  const changes: ObjectChange[] = [];
  for (const object of newer.numbers()) {
    const [before, after] = [older.where(object), newer.where(object)];
    if (samePlace(before, after)) continue;
    const value = newer.get(object);
    if (isContainer(value)) continue;
    if (before === null) changes.push({ object, change: 'added', kind: kindOf(value) });
    else if (!sameValue(older.get(object), value)) changes.push({ object, change: 'changed', kind: kindOf(value) });
  }
  for (const object of older.numbers()) {
    if (newer.where(object) !== null) continue;
    const value = older.get(object);
    if (value !== null && !isContainer(value)) changes.push({ object, change: 'removed', kind: kindOf(value) });
  }
  return changes;
}

function samePlace(one: XrefEntry | null, other: XrefEntry | null): boolean {
  if (one?.kind === 'offset') return other?.kind === 'offset' && one.offset === other.offset;
  return (
    one?.kind === 'object-stream' &&
    other?.kind === 'object-stream' &&
    one.container === other.container &&
    one.index === other.index
  );
}

/** True for objects that are written alike, streams with equal stored data. */
export function sameValue(one: Obj, other: Obj): boolean {
  if (one instanceof Stream && other instanceof Stream)
    return serialize(one.dict) === serialize(other.dict) && one.stored.equals(other.stored);
  return !(one instanceof Stream) && !(other instanceof Stream) && serialize(one) === serialize(other);
}

/** `Page`, `Annot Widget`, `XObject Image`, `stream`, `array`. */
export function kindOf(value: Obj): string {
  const dict = value instanceof Stream ? value.dict : value;
  if (dict instanceof Dict) {
    const names = [dict.get('Type'), dict.get('Subtype')].flatMap((name) =>
      name !== null && typeof name === 'object' && 'text' in name && !('hex' in name) ? [name.text.slice(0, 60)] : [],
    );
    return names.length > 0 ? names.join(' ') : value instanceof Stream ? 'stream' : 'dictionary';
  }
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value === 'object' ? 'value' : typeof value;
}
