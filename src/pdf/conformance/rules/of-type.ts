import type { Model } from '../model/model.ts';
import { meantChildren } from '../model/structure/structure-tree.ts';
import { type StructureNode } from '../model/structure/structure-node.ts';

/** Elements of standard types, in the order of the types. */
export const ofType =
  (...types: string[]) =>
  ({ tree }: Model): readonly StructureNode[] =>
    types.flatMap((type) => tree.ofType(type));

/** Number of children of a standard type. */
export function count(node: StructureNode, type: string): number {
  let found = 0;
  for (const { standard } of meantChildren(node)) if (standard === type) found += 1;
  return found;
}
