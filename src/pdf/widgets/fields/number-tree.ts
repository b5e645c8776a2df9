import { treeNodes, type TreeNode } from '../../facts/trees/tree-nodes.ts';
import type { Dict, Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';

/**
 * A number tree (ISO 32000-2, 7.9.7) for reading and editing; `root` is a dictionary under edit. Broken branches are
 * skipped.
 */
export class NumberTree {
  readonly #changes: Changes;
  readonly #root: Dict;
  /** Leaves, and the place of each key. */
  readonly #places = new Map<number, { readonly leaf: Leaf; readonly value: Obj }>();
  readonly #leaves: Leaf[] = [];

  constructor(changes: Changes, root: Dict) {
    this.#changes = changes;
    this.#root = root;
    this.#read();
  }

  get(key: number): Obj {
    return this.#places.get(key)?.value ?? null;
  }

  /** The greatest key plus one. */
  get next(): number {
    return Math.max(-1, ...this.#places.keys()) + 1;
  }

  set(key: number, value: Obj): void {
    const leaf = this.#places.get(key)?.leaf ??
      this.#leaves.at(-1) ?? {
        dict: this.#root,
        edit: () => this.#root,
        parent: undefined,
      };
    const pairs = this.#changes.arrayIn(leaf.edit(), 'Nums');
    const at = pairs.findIndex((entry, index) => index % 2 === 0 && this.#changes.number(entry) === key);
    if (at >= 0) pairs[at + 1] = value;
    else {
      pairs.push(key, value);
      this.#widen(leaf, key);
    }
    this.#places.set(key, { leaf, value });
  }

  delete(key: number): void {
    const leaf = this.#places.get(key)?.leaf;
    if (leaf === undefined) return;
    const pairs = this.#changes.arrayIn(leaf.edit(), 'Nums');
    const at = pairs.findIndex((entry, index) => index % 2 === 0 && this.#changes.number(entry) === key);
    if (at >= 0) pairs.splice(at, 2);
    this.#places.delete(key);
  }

  /** Extends Limits (ISO 32000-2, table 37) of the leaf and its ancestors to include the key. */
  #widen(leaf: Leaf, key: number): void {
    for (let node: Leaf | undefined = leaf; node !== undefined; node = node.parent) {
      const limits = this.#changes.array(node.dict.get('Limits'));
      if (limits !== null)
        node.edit().set('Limits', [limits[0] ?? key, Math.max(key, this.#changes.number(limits[1] ?? null) ?? key)]);
    }
  }

  #read(): void {
    const leaves = new Map<TreeNode, Leaf>();
    for (const node of treeNodes(this.#changes, [this.#root])) {
      const { ref, dict } = node;
      const parent = node.parent === null ? undefined : leaves.get(node.parent);
      const edit = node.parent === null ? () => this.#root : ref === null ? null : () => this.#changes.dictAt(ref);
      if (edit === null || (node.parent !== null && parent === undefined)) continue;
      const leaf = { dict, edit, parent };
      leaves.set(node, leaf);
      this.#readLeaf(leaf);
    }
  }

  #readLeaf(leaf: Leaf): void {
    const pairs = this.#changes.array(leaf.dict.get('Nums'));
    if (pairs === null) return;
    this.#leaves.push(leaf);
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const key = this.#changes.number(pairs[at] ?? null);
      if (key !== null && !this.#places.has(key)) this.#places.set(key, { leaf, value: pairs[at + 1] ?? null });
    }
  }
}

interface Leaf {
  readonly dict: Dict;
  readonly edit: () => Dict;
  readonly parent: Leaf | undefined;
}
