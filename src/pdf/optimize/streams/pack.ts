import { compact } from '../../copying/compact.ts';
import { equalObjects } from '../../copying/share-equal.ts';
import { Target } from '../../copying/target.ts';
import { reachable } from '../../facts/reachable.ts';
import { Dict, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { Writable } from '../../objects/serialize.ts';
import { highestNumber, type Changes } from '../../file/changes.ts';
import { isContainer } from '../../file/container.ts';

/** The remaining objects of a document, numbered without gaps. */
export interface Packed {
  readonly objects: readonly (readonly [number, Obj | Writable])[];
  readonly trailer: Dict;
  /** Removed unreferenced objects, and merged equal ones. */
  readonly unused: number;
  readonly equal: number;
}

/** Collects the used objects of a document, equal ones once. `shrink` answers a smaller stream, or null to keep it. */
export function packed(changes: Changes, shrink: (stream: Stream, num: number) => Stream | null): Packed {
  const target = new Target();
  const trailer = ownCopy(changes.trailer) as Dict;
  for (const key of ['Encrypt', 'Prev', 'XRefStm', 'ID']) trailer.delete(key);
  for (const [num, obj] of reachable(changes, trailer)) {
    if (obj === null || isContainer(obj) || num > highestNumber) continue;
    while (target.objects.length <= num) target.objects.push(null);
    target.objects[num] = ownCopy(obj instanceof Stream ? (shrink(obj, num) ?? obj) : obj);
  }
  const held = target.objects.filter((obj) => obj !== null).length;
  const unused = changes.file
    .numbers()
    .filter((num) => (target.objects[num] ?? null) === null && isSomething(changes.file.get(num))).length;
  const stands = equalObjects(target);
  const objects = compact(target, trailer, stands);
  return { objects, trailer, unused, equal: held - objects.length };
}

const isSomething = (value: Obj): boolean => value !== null && !isContainer(value);

/** A copy, because references are renumbered in place. The parser limits its depth. */
function ownCopy(obj: Obj): Obj {
  if (obj instanceof Ref) return new Ref(obj.num);
  if (Array.isArray(obj)) return obj.map(ownCopy);
  if (obj instanceof Dict) return new Dict(obj.entries().map(([key, value]): [string, Obj] => [key, ownCopy(value)]));
  if (obj instanceof Stream) {
    const dict = ownCopy(obj.dict) as Dict;
    return new Stream(dict.set('Length', null), obj.raw, {
      decrypt: (stream) => stream.stored,
      decode: () => obj.decoded(),
    });
  }
  return obj;
}
