import type { StructureNode } from './structure-node.ts';
import type { Dict, Obj } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import { numberTree } from '../../../facts/trees/read-trees.ts';
import type { PlainElements } from './plain-elements.ts';
import type { RoleMistake } from './role-map.ts';
import { passedThrough } from './structure-types.ts';
import { TreeWalk } from './tree-walk.ts';

export interface StructureTree {
  /** StructTreeRoot, or null. */
  readonly root: Dict | null;
  /** In the order of the tree. */
  readonly nodes: readonly StructureNode[];
  readonly top: readonly StructureNode[];
  /** Those of a standard type, in the order of the tree. */
  ofType(type: string): readonly StructureNode[];
  /**
   * The element that has marked content, by the key of its stream in the parent tree (StructParents) and its MCID; null
   * where the parent tree has none.
   */
  ofContent(key: number | null, mcid: number): StructureNode | null;
  /** The element that a value is, or refers to; null where it is none of the tree. */
  ofElement(obj: Obj): StructureNode | null;
  /** By the dictionary that an OBJR names. */
  readonly byObject: ReadonlyMap<Dict, StructureNode>;
  readonly roles: readonly RoleMistake[];
}

export function readStructureTree(file: PdfFile, elements: PlainElements): StructureTree {
  const root = file.dict(file.catalog.get('StructTreeRoot'));
  if (root === null)
    return {
      root,
      nodes: [],
      top: [],
      byObject: new Map(),
      roles: [],
      ofContent: () => null,
      ofElement: () => null,
      ofType: () => [],
    };
  const walk = new TreeWalk(file, elements, root);
  walk.run();
  const { nodes, top, byObject, roles } = walk;
  placeByChildren(nodes);
  const contents = numberTree(file, root.get('ParentTree'));
  const byType = Map.groupBy(nodes, ({ standard }) => standard);
  let [last, owners]: [number | null, readonly Obj[] | null] = [null, null];
  return {
    root,
    nodes,
    top,
    byObject,
    roles: roles.mistakes,
    ofType: (type) => byType.get(type) ?? [],
    ofElement: (obj) => walk.find(obj),
    ofContent: (key, mcid) => {
      if (key === null) return null;
      if (key !== last) [last, owners] = [key, file.array(contents.get(key) ?? null)];
      return walk.find(owners?.[mcid] ?? null);
    },
  };
}

/** An element that does not say its page is on that of the first thing in it. */
function placeByChildren(nodes: readonly StructureNode[]): void {
  const open = new Set(nodes.filter(({ place }) => place.page === undefined));
  if (open.size === 0) return;
  for (const { parent, place } of nodes.toReversed()) {
    if (parent !== null && place.page !== undefined && open.has(parent)) parent.place.page = place.page;
  }
}

/** The children of an element, with those of groups that say nothing in their places. */
export function meantChildren({ children }: StructureNode): readonly StructureNode[] {
  if (!children.some(isPassedThrough)) return children;
  const found: StructureNode[] = [];
  const open = children.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isPassedThrough(next)) for (const child of next.children.toReversed()) open.push(child);
    else found.push(next);
  }
  return found;
}

const isPassedThrough = ({ standard }: StructureNode) => standard !== null && passedThrough.has(standard);

/** The language of an element: its own, or of the next around it that says one; null where none does. */
export function languageOf(node: StructureNode | null): string | null {
  for (let at = node; at !== null; at = at.parent) if (at.lang !== null) return at.lang;
  return null;
}
