import { createHash } from 'node:crypto';
import { Dict, Name, type Obj, PdfString, Ref, Stream } from '../objects/objects.ts';

/**
 * A value as text that is equal for equal values: dictionaries sorted, strings regardless of how they were written.
 * `refer` gives the text of a reference. Goes as deep as direct objects are, which the parser limits.
 */
export function canonical(obj: Obj, refer: (ref: Ref) => string): string {
  if (obj instanceof Ref) return refer(obj);
  if (obj instanceof Name) return `/${obj.value} `;
  if (obj instanceof PdfString) return `<${obj.bytes.toString('latin1').length}:${obj.bytes.toString('latin1')}>`;
  if (Array.isArray(obj)) return `[${obj.map((entry) => canonical(entry, refer)).join(' ')}]`;
  if (obj instanceof Dict) return dictText(obj, refer);
  if (obj instanceof Stream)
    return `${dictText(obj.dict, refer)}${createHash('sha256').update(obj.raw).digest('base64')}`;
  return String(obj);
}

function dictText(dict: Dict, refer: (ref: Ref) => string): string {
  const keys = dict.keys().sort();
  return `{${keys.map((key) => `/${key} ${canonical(dict.get(key), refer)}`).join(' ')}}`;
}

/**
 * Objects that a comparison goes through. Beyond it two graphs count as different, so that comparing many that share
 * one huge part stays cheap.
 */
const maxObjects = 400;

/**
 * A fingerprint of a value with everything that it refers to; equal graphs have equal fingerprints. Null when the graph
 * is too large. References are numbered in the order of their first use, so the places of the objects do not matter.
 */
export function fingerprint(obj: Obj, get: (ref: Ref) => Obj): string | null {
  const met = new Map<number, number>();
  const queue: Ref[] = [];
  const refer = (ref: Ref) => {
    const known = met.get(ref.num) ?? met.size;
    if (known === met.size) {
      met.set(ref.num, known);
      queue.push(ref);
    }
    return `R${known} `;
  };
  const hash = createHash('sha256').update(canonical(obj, refer));
  for (const ref of queue) {
    if (queue.length > maxObjects) return null;
    hash.update(canonical(get(ref), refer));
  }
  return hash.digest('base64');
}

/** Whether two values of the target are the same. */
export function same(a: Obj, b: Obj, get: (ref: Ref) => Obj): boolean {
  const print = fingerprint(a, get);
  return print !== null && print === fingerprint(b, get);
}
