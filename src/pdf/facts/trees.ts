import type { PdfFile } from '../file/pdf-file.ts';
import type { Ref } from '../objects/objects.ts';
import { Dict, type Obj, PdfString } from '../objects/objects.ts';
import type { Target } from '../copying/target.ts';

/** Entries a leaf holds, and kids a node. */
const width = 64;

/** The entries of a name tree (ISO 32000-2, 7.9.6) in the order of the file; a name that comes again is left out. */
export function readNameTree(file: PdfFile, root: Obj): [name: PdfString, value: Obj][] {
  const seen = new Set<string>();
  const entries: [PdfString, Obj][] = [];
  for (const [key, value] of pairs(file, root, 'Names')) {
    if (!(key instanceof PdfString)) continue;
    const id = key.bytes.toString('latin1');
    if (!seen.has(id)) entries.push([key, value]);
    seen.add(id);
  }
  return entries;
}

/** The entries of a number tree (7.9.7), ascending. */
export function readNumberTree(file: PdfFile, root: Obj): [number: number, value: Obj][] {
  const entries = new Map<number, Obj>();
  for (const [key, value] of pairs(file, root, 'Nums')) {
    if (typeof key === 'number' && Number.isSafeInteger(key) && !entries.has(key)) entries.set(key, value);
  }
  return [...entries].sort(([a], [b]) => a - b);
}

/** Goes over a tree without recursion and enters no node twice. */
function pairs(file: PdfFile, root: Obj, leaf: 'Names' | 'Nums'): [key: Obj, value: Obj][] {
  const found: [Obj, Obj][] = [];
  const visited = new Set<Dict>();
  const stack: Obj[] = [root];
  while (stack.length > 0) {
    const node = file.dict(stack.pop() ?? null);
    if (node === null || visited.has(node)) continue;
    visited.add(node);
    const values = file.array(node.get(leaf)) ?? [];
    for (let at = 0; at + 1 < values.length; at += 2)
      found.push([file.resolve(values[at] ?? null), values[at + 1] ?? null]);
    const kids = file.array(node.get('Kids')) ?? [];
    for (let at = kids.length - 1; at >= 0; at -= 1) stack.push(kids[at] ?? null);
  }
  return found;
}

/** Writes a name tree, sorted by bytes. */
export function writeNameTree(target: Target, entries: readonly (readonly [PdfString, Obj])[]): Ref {
  const sorted = [...entries].sort(([a], [b]) => Buffer.compare(a.bytes, b.bytes));
  return writeTree(target, sorted, 'Names');
}

export function writeNumberTree(target: Target, entries: readonly (readonly [number, Obj])[]): Ref {
  return writeTree(
    target,
    [...entries].sort(([a], [b]) => a - b),
    'Nums',
  );
}

interface Node {
  readonly dict: Dict;
  readonly first: Obj;
  readonly last: Obj;
}

/** A small tree is its root; a large one has leaves with Limits and as many levels as it takes. */
function writeTree(target: Target, entries: readonly (readonly [Obj, Obj])[], leaf: 'Names' | 'Nums'): Ref {
  let nodes: Node[] = chunks(entries).map((part) => ({
    dict: new Dict([[leaf, part.flat()]]),
    first: part[0]?.[0] ?? null,
    last: part.at(-1)?.[0] ?? null,
  }));
  while (nodes.length > 1) {
    nodes = chunks(nodes).map((part) => {
      const kids = part.map(({ dict, first, last }) => target.add(dict.set('Limits', [first, last])));
      return { dict: new Dict([['Kids', kids]]), first: part[0]?.first ?? null, last: part.at(-1)?.last ?? null };
    });
  }
  return target.add(nodes[0]?.dict ?? new Dict([[leaf, []]]));
}

export function chunks<T>(values: readonly T[], size = width): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < values.length; at += size) parts.push(values.slice(at, at + size));
  return parts;
}
