import type { FieldNode } from '../../facts/trees/field-tree.ts';
import type { Dict, Obj } from '../../objects/objects.ts';
import type { Box, PdfPage } from '../../file/pdf-file.ts';

/** What a field is to the person who fills it in (ISO 32000-2, 12.7.5). */
export type FieldKind = 'text' | 'checkbox' | 'radio' | 'combo' | 'list' | 'signature' | 'button';

/** Bits of Ff (tables 227, 229, 231, 233), counted from 1. */
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
export type Flag = keyof typeof flagBits;

/** A field's look on a page (12.5.6.19). */
export interface Widget {
  /** Where its dictionary is, in the field tree. */
  readonly node: FieldNode;
  readonly dict: Dict;
  /** Null for one that is on no page. */
  readonly page: PdfPage | null;
  /** Index of the page, or -1. */
  readonly pageIndex: number;
  /** In user space: left, bottom, right, top. */
  readonly rect: Box;
}

/** A field: all dictionaries of the tree that have its name, kind and no kids but widgets. */
export interface Field {
  /** The full name (12.7.4.2). */
  readonly name: string;
  readonly kind: FieldKind;
  readonly flags: ReadonlySet<Flag>;
  /** Mostly one. */
  readonly nodes: readonly FieldNode[];
  readonly widgets: readonly Widget[];
  /** A value of the field, its own or inherited, resolved. */
  inherited(key: string): Obj;
}

/** What a choice offers, or what a button stands for: the text that is shown, and the one that is exported. */
export interface FieldOption {
  readonly label: string;
  readonly value: string;
}
