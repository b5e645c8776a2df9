import { Dict, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';

/** Values that are visited. */
const maxValues = 5_000_000;

/**
 * Every dictionary and stream of a document at any depth, used or not, with its object number. Null is the catalog,
 * which may be direct in the trailer.
 */
export function* allDicts(file: PdfFile): Generator<readonly [object: number | null, value: Dict | Stream]> {
  let left = maxValues;
  const seen = new Set<Dict>();
  for (const object of [...file.numbers(), null]) {
    const stack: Obj[] = [object === null ? file.catalog : file.get(object)];
    while (stack.length > 0 && left > 0) {
      left -= 1;
      const value = stack.pop() ?? null;
      if (Array.isArray(value)) {
        for (const entry of value) stack.push(entry);
        continue;
      }
      if (!(value instanceof Dict || value instanceof Stream)) continue;
      const dict = value instanceof Stream ? value.dict : value;
      if (seen.has(dict)) continue;
      seen.add(dict);
      yield [object, value];
      for (const [, entry] of dict) if (typeof entry === 'object' && entry !== null) stack.push(entry);
    }
  }
}
