import type { Dict, Ref } from '../../objects/objects.ts';
import { FieldTree } from '../trees/field-tree.ts';
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

/** Limits that no real form exceeds. */
const maxFields = 100_000;
const maxLevels = 100;

/** The fields of a document in the order of the tree, a group before its fields. */
export function formFields(file: PdfFile): FormField[] {
  const fields: FormField[] = [];
  for (const node of new FieldTree(file).nodes) {
    if (node.widget || node.level > maxLevels) continue;
    if (fields.length >= maxFields) break;
    const { ref, dict, name, kind, kids } = node;
    const itself = file.name(dict.get('Subtype')) === 'Widget' ? [node] : [];
    const widgets = kids.filter(({ widget }) => widget);
    fields.push({ ref, dict, name, kind, group: widgets.length < kids.length, widgets: [...itself, ...widgets] });
  }
  return fields;
}
