import { type Dict, type Obj, Ref } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';

/** What a widget annotation is, by its object where it is one. */
export interface FieldWidget {
  readonly ref: Ref | null;
  readonly dict: Dict;
}

/** A field of the form, or a group of fields (ISO 32000-2, 12.7.4). */
export interface FormField extends FieldWidget {
  /** The full name (12.7.4.2). */
  readonly name: string;
  /** FT, its own or inherited. */
  readonly kind: string | null;
  /** A group has fields in it, and no value. */
  readonly group: boolean;
  /** Where it is on pages; may be itself. */
  readonly widgets: readonly FieldWidget[];
}

/**
 * More are in nobody's form, nor are they deeper, or called by longer names: a name that all fields below share would
 * fill the memory.
 */
const maxFields = 100_000;
const maxLevels = 100;
const longestName = 1000;

/**
 * The fields of a document in the order of the tree, a group before its fields. Walked without recursion; a node is
 * entered once.
 */
export function formFields(file: PdfFile): FormField[] {
  const fields: FormField[] = [];
  const visited = new Set<Dict>();
  const roots = file.array(file.dict(file.catalog.get('AcroForm'))?.get('Fields') ?? null) ?? [];
  const stack = roots.map((obj) => ({ obj, above: '', kind: null as string | null, level: 1 })).reverse();
  for (let todo = stack.pop(); todo !== undefined && fields.length < maxFields; todo = stack.pop()) {
    const dict = file.dict(todo.obj);
    if (dict === null || visited.has(dict) || todo.level > maxLevels) continue;
    visited.add(dict);
    const { above, level } = todo;
    const own = file.string(dict.get('T'))?.text.slice(0, longestName);
    const name = own === undefined ? above : above === '' ? own : `${above}.${own}`.slice(0, longestName);
    const kind = file.name(dict.get('FT')) ?? todo.kind;
    const kids = kidsOf(file, dict);
    const inner = kids.filter(({ dict: kid }) => kid.has('T'));
    const widgets = kids.filter(({ dict: kid }) => !kid.has('T'));
    const itself = file.name(dict.get('Subtype')) === 'Widget' ? [{ ref: refOf(todo.obj), dict }] : [];
    fields.push({ ref: refOf(todo.obj), dict, name, kind, group: inner.length > 0, widgets: [...itself, ...widgets] });
    for (const { ref, dict: kid } of [...inner].reverse())
      stack.push({ obj: ref ?? kid, above: name, kind, level: level + 1 });
  }
  return fields;
}

function kidsOf(file: PdfFile, dict: Dict): FieldWidget[] {
  return (file.array(dict.get('Kids')) ?? []).flatMap((obj) => {
    const kid = file.dict(obj);
    return kid === null ? [] : [{ ref: refOf(obj), dict: kid }];
  });
}

function refOf(obj: Obj): Ref | null {
  return obj instanceof Ref ? obj : null;
}
