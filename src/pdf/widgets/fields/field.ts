import type { FieldNode } from '../../facts/trees/field-tree.ts';
import type { Dict, Obj } from '../../objects/objects.ts';
import type { Box, PdfPage } from '../../file/pdf-file.ts';

/** The kind of a field for the person who fills it in (ISO 32000-2, 12.7.5). */
export type FieldKind = 'text' | 'checkbox' | 'radio' | 'combo' | 'list' | 'signature' | 'button';

/** Bits of Ff (ISO 32000-2, tables 227, 229, 231, 233), counted from 1. */
export const flagBits = {
  readOnly: 1,
  required: 2,
  noExport: 3,
  multiline: 13,
  password: 14,
  noToggleToOff: 15,
  radio: 16,
  button: 17,
  combo: 18,
  edit: 19,
  fileSelect: 21,
  multiSelect: 22,
  comb: 25,
  richText: 26,
} as const;

/** A flag of a field. */
export type Flag = keyof typeof flagBits;

/** A widget annotation of a field (ISO 32000-2, 12.5.6.19). */
export interface Widget {
  /** Its node in the field tree. */
  readonly node: FieldNode;
  readonly dict: Dict;
  /** Null for a widget on no page. */
  readonly page: PdfPage | null;
  /** Index of the page, or -1. */
  readonly pageIndex: number;
  /** In user space: left, bottom, right, top. */
  readonly rect: Box;
}

/** A field: all nodes of the tree of one name and type that have no kids but widgets. */
export interface Field {
  /** The full name (ISO 32000-2, 12.7.4.2). */
  readonly name: string;
  readonly kind: FieldKind;
  readonly flags: ReadonlySet<Flag>;
  /** Usually one. */
  readonly nodes: readonly FieldNode[];
  readonly widgets: readonly Widget[];
  /** An entry of the field, its own or inherited, resolved. */
  inherited(key: string): Obj;
}

/** An option of a choice field, or the state of a button: label and export value. */
export interface FieldOption {
  readonly label: string;
  readonly value: string;
}
