/** The kinds of AcroForm field (ISO 32000-2, 12.7.5): `choice` is a combo box. */
export const fieldKinds = ['text', 'multiline', 'checkbox', 'radio', 'choice', 'list', 'signature'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** What a field offers, or what a button stands for: the text that is shown, and the one that is exported. */
export interface FieldOption {
  readonly label: string;
  readonly value: string;
}

/** How what is in a field is drawn. Points. */
export interface FieldLook {
  readonly size: number;
  /** Red, green, blue, 0 to 1. */
  readonly color: readonly [number, number, number];
  readonly align: 'left' | 'center' | 'right';
  /** From the widget's rectangle to the text. */
  readonly padding: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Of several lines; `null` = what the font asks for. */
  readonly lineHeight: number | null;
}

/** One widget that a document is to have, and what is known of its field. Plain data. */
export interface FormWidget {
  /** What the link is named that stands in its place while the document is printed. */
  readonly key: string;
  readonly kind: FieldKind;
  /** The full name; dots part the levels of a hierarchy. */
  readonly name: string;
  /**
   * Widgets of one name in different groups are different fields; `null` = it may share its field with others of its
   * name and kind.
   */
  readonly group: string | null;
  /** What assistive technology calls it (TU). */
  readonly tooltip: string;
  /** What is in it: the text, the values that are chosen; of a button its own value where it is on. */
  readonly values: readonly string[];
  /** Of choices all that there are; of a button its own. */
  readonly options: readonly FieldOption[];
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Of a list: several may be chosen. */
  readonly multiple: boolean;
  /** What is typed is not shown, and not kept in the file. */
  readonly password: boolean;
  readonly maxLength: number | null;
  /** Of HTML: above 0 its place in the tab order, below it none; 0 = where it stands. */
  readonly tabIndex: number;
  readonly look: FieldLook;
}
