import { type Obj, PdfString } from '../../objects/objects.ts';
import { treeNodes, type TreeFile } from './tree-nodes.ts';

/** A file whose keys may be references, too. */
interface KeyFile extends TreeFile {
  resolve(obj: Obj): Obj;
}

/** More entries than a document has things to name. */
const maxEntries = 1_000_000;

/** The entries of a name tree (ISO 32000-2, 7.9.6) in the order of the file; a name that comes again is left out. */
export function readNameTree(file: KeyFile, root: Obj): [name: PdfString, value: Obj][] {
  const seen = new Set<string>();
  const entries: [PdfString, Obj][] = [];
  for (const [key, value] of treeEntries(file, root, 'Names')) {
    if (!(key instanceof PdfString)) continue;
    const id = key.bytes.toString('latin1');
    if (!seen.has(id)) entries.push([key, value]);
    seen.add(id);
  }
  return entries;
}

/** The entries of a number tree (7.9.7), ascending. */
export function readNumberTree(file: KeyFile, root: Obj): [number: number, value: Obj][] {
  return [...numberTree(file, root)].sort(([a], [b]) => a - b);
}

/** The entries of a number tree by their keys; of a key that comes again, the first. */
export function numberTree(file: KeyFile, root: Obj): ReadonlyMap<number, Obj> {
  const entries = new Map<number, Obj>();
  for (const [key, value] of treeEntries(file, root, 'Nums'))
    if (typeof key === 'number' && Number.isSafeInteger(key) && !entries.has(key)) entries.set(key, value);
  return entries;
}

/** Every entry of a tree in the order of the file, whatever its key is; a million at most. */
export function treeEntries(file: KeyFile, root: Obj, leaf: 'Names' | 'Nums'): [key: Obj, value: Obj][] {
  const found: [Obj, Obj][] = [];
  for (const { dict } of treeNodes(file, [root])) {
    const values = file.array(dict.get(leaf)) ?? [];
    for (let at = 0; at + 1 < values.length && found.length < maxEntries; at += 2)
      found.push([file.resolve(values[at] ?? null), values[at + 1] ?? null]);
    if (found.length >= maxEntries) break;
  }
  return found;
}
