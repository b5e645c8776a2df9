import type { Lookup } from '../content/lookup.ts';
import { Dict, Ref, Stream, type Obj } from '../objects/objects.ts';

/** The objects that a value leads to, by number, each once. */
export function* reachable(file: Lookup, from: Obj): Generator<readonly [num: number, obj: Obj]> {
  const seen = new Set<number>();
  const stack: Obj[] = [from];
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (value instanceof Ref) {
      if (seen.has(value.num)) continue;
      seen.add(value.num);
      const obj = file.resolve(value);
      yield [value.num, obj];
      stack.push(obj);
    } else if (value instanceof Stream) stack.push(value.dict);
    else if (value instanceof Dict) for (const [, entry] of value) stack.push(entry);
    else if (Array.isArray(value)) for (const entry of value) stack.push(entry);
  }
}
