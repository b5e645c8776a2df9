import type { Dict, Obj } from '../../../objects/objects.ts';

/** An element of the structure tree (ISO 32000-2, 14.7.2). */
export interface StructureNode {
  readonly place: { page?: number | undefined; object?: number | undefined };
  /** S as it is written. */
  readonly type: string;
  /** The standard type that it is or is mapped to; null where it is none. */
  readonly standard: string | null;
  readonly parent: StructureNode | null;
  /** The element that it is in, beyond groups that say nothing. */
  readonly meantParent: StructureNode | null;
  /** Not to be changed by anybody but who builds the tree. */
  children: StructureNode[];
  /** Marked content that it has itself: how much. */
  content: number;
  /** Objects that it has by OBJR. */
  objects: Dict[];
  /** Null where they are missing. */
  readonly lang: string | null;
  readonly alt: string | null;
  readonly actualText: string | null;
  readonly expansion: string | null;
  readonly id: string | null;
  /** It says which element it is in (P). */
  readonly hasParent: boolean;
  /** NS, A and C, not resolved. */
  readonly namespace: Obj;
  readonly attributes: Obj;
  readonly classes: Obj;
}
