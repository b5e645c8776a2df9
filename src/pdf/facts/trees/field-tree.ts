import type { Dict, Obj, Ref } from '../../objects/objects.ts';
import { treeNodes, type TreeFile, type TreeNode } from './tree-nodes.ts';

/** A file with a catalog, whose names and strings are read, too. */
interface FieldFile extends TreeFile {
  readonly catalog: Dict;
  name(obj: Obj): string | null;
  string(obj: Obj): { readonly text: string } | null;
}

/** A node of the field tree (ISO 32000-2, 12.7.4): a field, or a widget that is no field of its own. */
export interface FieldNode {
  readonly ref: Ref | null;
  /** The number of its object. */
  readonly num: number | null;
  readonly dict: Dict;
  readonly parent: FieldNode | null;
  /** 1 for the outermost. */
  readonly level: number;
  /** Its place among all nodes, a parent before its kids. */
  readonly order: number;
  readonly kids: FieldNode[];
  /** A kid without a name and without kids: the field's look on a page. */
  readonly widget: boolean;
  /** The full name (12.7.4.2), a widget's that of its field; one above without a name adds nothing. */
  readonly name: string;
  /** FT, its own or inherited. */
  readonly kind: string | null;
}

/** Characters of a full name; what is longer is cut. */
const longestName = 4_096;

/** The tree of fields, read without recursion and each node once, in the order of the file. */
export class FieldTree {
  readonly nodes: FieldNode[] = [];
  readonly byNum = new Map<number, FieldNode>();
  readonly byDict = new Map<Dict, FieldNode>();
  readonly #file: FieldFile;
  readonly #seen = new Set<Dict>();

  /** Has the fields that the form lists (12.7.3). */
  constructor(file: FieldFile) {
    this.#file = file;
    this.add(file.array(file.dict(file.catalog.get('AcroForm'))?.get('Fields') ?? null) ?? []);
  }

  /** Adds fields and their descendants, except those that the tree has already. */
  add(roots: readonly Obj[]): void {
    const known = new Map<TreeNode, FieldNode>();
    for (const node of treeNodes(this.#file, roots, this.#seen)) {
      const field = this.#node(node, node.parent === null ? null : (known.get(node.parent) ?? null));
      known.set(node, field);
      this.nodes.push(field);
      this.byDict.set(field.dict, field);
      if (field.num !== null) this.byNum.set(field.num, field);
      field.parent?.kids.push(field);
    }
  }

  #node({ ref, dict, level, kids }: TreeNode, parent: FieldNode | null): FieldNode {
    const widget = parent !== null && !dict.has('T') && kids.length === 0;
    return {
      ref,
      num: ref?.num ?? null,
      dict,
      parent,
      level,
      order: this.nodes.length,
      kids: [],
      widget,
      name: this.#nameOf(dict, parent?.name ?? ''),
      kind: this.#file.name(dict.get('FT')) ?? parent?.kind ?? null,
    };
  }

  #nameOf(dict: Dict, above: string): string {
    const own = this.#file.string(dict.get('T'))?.text ?? '';
    return (above === '' || own === '' ? above + own : `${above}.${own}`).slice(0, longestName);
  }
}

/**
 * The most levels of inheritance, and of a full name. Forms have a handful; a hostile one would have a hundred thousand
 * for every field.
 */
export const maxFieldLevels = 100;

/** A field or widget, and the fields above it by Parent, innermost first; a hundred at most. */
export function* fieldsAbove(file: Pick<TreeFile, 'dict'>, field: Dict): Generator<Dict, void, undefined> {
  const seen = new Set<Dict>();
  for (
    let node: Dict | null = field;
    node !== null && seen.size < maxFieldLevels;
    node = file.dict(node.get('Parent'))
  ) {
    if (seen.has(node)) return;
    seen.add(node);
    yield node;
  }
}

/** An entry of a field or of one above it (12.7.4.1), as it is written. */
export function inheritedEntry(file: Pick<TreeFile, 'dict'>, field: Dict, key: string): Obj {
  for (const dict of fieldsAbove(file, field)) if (dict.has(key)) return dict.get(key);
  return null;
}
