import { type Dict, type Obj, type PdfArray, Ref } from '../../objects/objects.ts';

/** What follows references: an opened file, one with changes, or one as Chromium printed it. */
export interface TreeFile {
  dict(obj: Obj): Dict | null;
  array(obj: Obj): PdfArray | null;
}

/** A node of a tree whose nodes have Kids: a name tree, a number tree, the fields of a form. */
export interface TreeNode {
  /** Null where it is direct in its parent. */
  readonly ref: Ref | null;
  readonly dict: Dict;
  readonly parent: TreeNode | null;
  /** 1 for the outermost. */
  readonly level: number;
  readonly kids: PdfArray;
}

/** Half the objects that a file may have. */
const maxNodes = 1_000_000;
/** Three levels of full nodes hold millions of entries. */
const maxLevels = 1000;

/** A value to be entered, and its node. */
interface Todo {
  readonly obj: Obj;
  readonly parent: TreeNode | null;
}

/**
 * The nodes below `roots`: a parent before its kids, and these in the order of the file. The walk does not recurse, and
 * visits each node once, also where the tree has circles; nodes in `seen` are skipped. Nodes beyond a million, or
 * deeper than a thousand levels, are left out.
 */
export function* treeNodes(
  file: TreeFile,
  roots: readonly Obj[],
  seen = new Set<Dict>(),
): Generator<TreeNode, void, undefined> {
  const numbers = new Set<number>();
  const stack: Todo[] = [];
  pushReversed(stack, roots, null);
  for (let count = 0, todo = stack.pop(); todo !== undefined && count < maxNodes; todo = stack.pop()) {
    const { obj, parent } = todo;
    const ref = obj instanceof Ref ? obj : null;
    if (obj === null || (ref !== null && numbers.has(ref.num))) continue;
    const dict = file.dict(obj);
    const level = (parent?.level ?? 0) + 1;
    if (dict === null || level > maxLevels || seen.has(dict)) continue;
    seen.add(dict);
    if (ref !== null) numbers.add(ref.num);
    count += 1;
    const node: TreeNode = { ref, dict, parent, level, kids: file.array(dict.get('Kids')) ?? [] };
    yield node;
    pushReversed(stack, node.kids, node);
  }
}

function pushReversed(stack: Todo[], objs: readonly Obj[], parent: TreeNode | null): void {
  for (let at = objs.length - 1; at >= 0; at -= 1) stack.push({ obj: objs[at] ?? null, parent });
}
