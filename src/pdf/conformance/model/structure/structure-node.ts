import type { Dict, Obj } from '../../../objects/objects.ts';

/** An element of the structure tree (ISO 32000-2, 14.7.2). */
export interface StructureNode {
  readonly place: { page?: number | undefined; object?: number | undefined };
  /** S as written. */
  readonly type: string;
  /** Its standard type, itself or by mapping; null without one. */
  readonly standard: string | null;
  readonly parent: StructureNode | null;
  /** Its parent, skipping grouping types without meaning. */
  readonly meantParent: StructureNode | null;
  /** Only changed while the tree is built. */
  children: StructureNode[];
  /** Number of its own marked-content identifiers. */
  content: number;
  /** Objects of its OBJR entries. */
  objects: Dict[];
  /** Null where they are missing. */
  readonly lang: string | null;
  readonly alt: string | null;
  readonly actualText: string | null;
  readonly expansion: string | null;
  readonly id: string | null;
  /** It has a parent entry (P). */
  readonly hasParent: boolean;
  /** NS, A and C, unresolved. */
  readonly namespace: Obj;
  readonly attributes: Obj;
  readonly classes: Obj;
}
