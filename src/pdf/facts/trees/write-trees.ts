import { Dict, type Obj, type PdfString, type Ref } from '../../objects/objects.ts';
import type { Target } from '../../copying/target.ts';

/** Entries a leaf holds, and kids a node. */
const width = 64;

/** Writes a name tree, sorted by bytes. */
export function writeNameTree(target: Target, entries: readonly (readonly [PdfString, Obj])[]): Ref {
  const sorted = [...entries].sort(([a], [b]) => Buffer.compare(a.bytes, b.bytes));
  return writeTree(target, sorted, 'Names');
}

/** Writes a number tree (ISO 32000-2, 7.9.7), sorted by number. */
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

/** Consecutive parts of `size` values each; the last may have fewer. */
export function chunks<T>(values: readonly T[], size = width): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < values.length; at += size) parts.push(values.slice(at, at + size));
  return parts;
}
