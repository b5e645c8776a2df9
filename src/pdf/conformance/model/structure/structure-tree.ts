import type { StructureNode } from './structure-node.ts';
import type { Dict, Obj } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import { numberTree } from '../../../facts/trees/read-trees.ts';
import type { PlainElements } from './plain-elements.ts';
import type { RoleMistake } from './role-map.ts';
import { passedThrough } from './structure-types.ts';
import { TreeWalk } from './tree-walk.ts';

/** The structure tree of a document (ISO 32000-2, 14.7). */
export interface StructureTree {
  /** StructTreeRoot, or null. */
  readonly root: Dict | null;
  /** In the order of the tree. */
  readonly nodes: readonly StructureNode[];
  readonly top: readonly StructureNode[];
  /** Elements of a standard type, in the order of the tree. */
  ofType(type: string): readonly StructureNode[];
  /**
   * The element of marked content, by the key of its stream in the parent tree (StructParents) and its MCID; null
   * without one.
   */
  ofContent(key: number | null, mcid: number): StructureNode | null;
  /** The element that a value is, or refers to; null for others. */
  ofElement(obj: Obj): StructureNode | null;
  /** By the dictionary that an OBJR refers to. */
  readonly byObject: ReadonlyMap<Dict, StructureNode>;
  readonly roles: readonly RoleMistake[];
}

/** Reads the structure tree; empty for an untagged document. */
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

/** An element without a page is on the page of its first descendant with one. */
function placeByChildren(nodes: readonly StructureNode[]): void {
  const open = new Set(nodes.filter(({ place }) => place.page === undefined));
  if (open.size === 0) return;
  for (const { parent, place } of nodes.toReversed()) {
    if (parent !== null && place.page !== undefined && open.has(parent)) parent.place.page = place.page;
  }
}

/** The children of an element; grouping types without meaning are replaced by their children. */
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

/** The language of an element: its own, or that of the nearest ancestor with one; null without any. */
export function languageOf(node: StructureNode | null): string | null {
  for (let at = node; at !== null; at = at.parent) if (at.lang !== null) return at.lang;
  return null;
}
