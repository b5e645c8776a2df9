import type { Dict, Obj } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';

const maxEntries = 1_000_000;

/** The parent tree (ISO 32000-2, 14.7.5.4) as a map; a number tree (7.9.7) of nodes that may be in a circle. */
export function parentTree(file: PdfFile, obj: Obj): ReadonlyMap<number, Obj> {
  const entries = new Map<number, Obj>();
  const seen = new Set<Dict>();
  const stack = [obj];
  for (let entry = stack.pop(); entry !== undefined && entries.size < maxEntries; entry = stack.pop()) {
    const dict = file.dict(entry);
    if (dict === null || seen.has(dict)) continue;
    seen.add(dict);
    const numbers = file.array(dict.get('Nums')) ?? [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const key = file.number(numbers[at] ?? null);
      if (key !== null) entries.set(key, numbers[at + 1] ?? null);
    }
    for (const kid of file.array(dict.get('Kids')) ?? []) stack.push(kid);
  }
  return entries;
}
