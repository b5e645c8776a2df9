import { type Dict, type Obj, Ref } from '../objects/objects.ts';
import { FieldTree, maxFieldLevels, type FieldNode } from './trees/field-tree.ts';
import type { SourceFile } from './source-file.ts';
import { isWidget } from './is-widget.ts';

/** The fields and widgets of a document's form (ISO 32000-2, 12.7), also by object number and by dictionary. */
export interface FormIndex {
  /** The dictionary AcroForm (12.7.3), or null where there is none. */
  readonly dict: Dict | null;
  readonly nodes: readonly FieldNode[];
  readonly byNum: ReadonlyMap<number, FieldNode>;
  readonly byDict: ReadonlyMap<Dict, FieldNode>;
}

/** The field tree. Widgets on pages whose fields the form forgot to list count as listed. */
export function readForm(source: SourceFile): FormIndex {
  const { file } = source;
  const dict = file.dict(file.catalog.get('AcroForm'));
  const tree = new FieldTree(file);
  const { nodes, byNum, byDict } = tree;
  if (dict === null) return { dict, nodes, byNum, byDict };
  for (const page of source.annotations.ofPage) {
    for (const annotation of page) {
      if (!isWidget(annotation.dict) || byDict.has(annotation.dict)) continue;
      const root = rootOf(source, annotation.num === null ? annotation.dict : new Ref(annotation.num));
      if (root !== null) tree.add([root]);
    }
  }
  return { dict, nodes, byNum, byDict };
}

/** The outermost field over a widget, or null when nothing there is a field. */
function rootOf(source: SourceFile, widget: Obj): Obj {
  const { file } = source;
  const visited = new Set<Dict>();
  let at = widget;
  let field = false;
  for (;;) {
    const dict = file.dict(at);
    if (dict === null || visited.has(dict) || visited.size > maxFieldLevels) return null;
    visited.add(dict);
    field ||= dict.has('FT');
    const parent = dict.get('Parent');
    if (file.dict(parent) === null) return field ? at : null;
    at = parent;
  }
}

/** A value that fields inherit (12.7.4.1). */
export function inherited(source: SourceFile, field: FieldNode, key: string): Obj {
  let node: FieldNode | null = field;
  for (let level = 0; node !== null && level < maxFieldLevels; level += 1) {
    const value = source.file.resolve(node.dict.get(key));
    if (value !== null) return value;
    node = node.parent;
  }
  return null;
}
