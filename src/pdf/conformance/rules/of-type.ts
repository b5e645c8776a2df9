import type { Model } from '../model/model.ts';
import { meantChildren } from '../model/structure/structure-tree.ts';
import { type StructureNode } from '../model/structure/structure-node.ts';

/** Elements of standard types, those of the first before those of the next. */
export const ofType =
  (...types: string[]) =>
  ({ tree }: Model): readonly StructureNode[] =>
    types.flatMap((type) => tree.ofType(type));

/** Children of a standard type. */
export function count(node: StructureNode, type: string): number {
  let found = 0;
  for (const { standard } of meantChildren(node)) if (standard === type) found += 1;
  return found;
}
