import { Dict, type Obj, Ref } from '../objects/objects.ts';
import type { SourceFile } from './source-file.ts';
import { isWidget } from './is-widget.ts';

/** A node of the field tree (ISO 32000-2, 12.7.4): a field, or a widget that is no field of its own. */
export interface FieldNode {
  readonly num: number | null;
  readonly dict: Dict;
  readonly parent: FieldNode | null;
  /** Its place among all nodes, a parent before its kids. */
  readonly order: number;
  readonly kids: FieldNode[];
  /** A kid without a name: the field's look on a page. */
  readonly widget: boolean;
}

export interface FormIndex {
  /** The dictionary AcroForm (12.7.3), or null where there is none. */
  readonly dict: Dict | null;
  readonly nodes: readonly FieldNode[];
  readonly byNum: ReadonlyMap<number, FieldNode>;
  readonly byDict: ReadonlyMap<Dict, FieldNode>;
}

/** The field tree, walked without recursion. Widgets on pages whose fields the form forgot to list count as listed. */
export function readForm(source: SourceFile): FormIndex {
  const { file } = source;
  const dict = file.dict(file.catalog.get('AcroForm'));
  const index = {
    dict,
    nodes: [] as FieldNode[],
    byNum: new Map<number, FieldNode>(),
    byDict: new Map<Dict, FieldNode>(),
  };
  if (dict === null) return index;
  walk(source, index, file.array(dict.get('Fields')) ?? []);
  for (const page of source.annotations.ofPage) {
    for (const annotation of page) {
      if (!isWidget(annotation.dict) || index.byDict.has(annotation.dict)) continue;
      const root = rootOf(source, annotation.num === null ? annotation.dict : new Ref(annotation.num));
      if (root !== null) walk(source, index, [root]);
    }
  }
  return index;
}

function walk(
  source: SourceFile,
  index: { nodes: FieldNode[]; byNum: Map<number, FieldNode>; byDict: Map<Dict, FieldNode> },
  roots: readonly Obj[],
): void {
  const { file } = source;
  const stack: { obj: Obj; parent: FieldNode | null }[] = roots.map((obj) => ({ obj, parent: null })).reverse();
  for (let todo = stack.pop(); todo !== undefined; todo = stack.pop()) {
    const dict = file.resolve(todo.obj);
    if (!(dict instanceof Dict) || index.byDict.has(dict)) continue;
    const kids = file.array(dict.get('Kids')) ?? [];
    const widget = todo.parent !== null && !dict.has('T') && kids.length === 0;
    const node: FieldNode = {
      num: todo.obj instanceof Ref ? todo.obj.num : null,
      dict,
      parent: todo.parent,
      order: index.nodes.length,
      kids: [],
      widget,
    };
    index.nodes.push(node);
    index.byDict.set(dict, node);
    if (node.num !== null) index.byNum.set(node.num, node);
    todo.parent?.kids.push(node);
    for (let at = kids.length - 1; at >= 0; at -= 1) stack.push({ obj: kids[at] ?? null, parent: node });
  }
}

/** The outermost field over a widget, or null when nothing there is a field. */
function rootOf(source: SourceFile, widget: Obj): Obj {
  const { file } = source;
  const visited = new Set<Dict>();
  let at = widget;
  let field = false;
  for (;;) {
    const dict = file.dict(at);
    if (dict === null || visited.has(dict) || visited.size > maxLevels) return null;
    visited.add(dict);
    field ||= dict.has('FT');
    const parent = dict.get('Parent');
    if (file.dict(parent) === null) return field ? at : null;
    at = parent;
  }
}

/**
 * Levels that inheritance is followed up, and that a full name has: forms have a handful, and a hostile one would make
 * every field go up a hundred thousand.
 */
export const maxLevels = 100;

/** A value that fields inherit (12.7.4.1). */
export function inherited(source: SourceFile, field: FieldNode, key: string): Obj {
  let node: FieldNode | null = field;
  for (let level = 0; node !== null && level < maxLevels; level += 1) {
    const value = source.file.resolve(node.dict.get(key));
    if (value !== null) return value;
    node = node.parent;
  }
  return null;
}
