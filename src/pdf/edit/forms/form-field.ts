/** Types of AcroForm fields (ISO 32000-2, 12.7.5): `choice` is a combo box. */
export const fieldKinds = ['text', 'multiline', 'checkbox', 'radio', 'choice', 'list', 'signature'] as const;

/** A type of field. */
export type FieldKind = (typeof fieldKinds)[number];

/** An option of a choice field, or the state of a button: label and export value. */
export interface FieldOption {
  readonly label: string;
  readonly value: string;
}

/** The text style of a field. Lengths in points. */
export interface FieldLook {
  readonly size: number;
  /** Red, green, blue, 0 to 1. */
  readonly color: readonly [number, number, number];
  readonly align: 'left' | 'center' | 'right';
  /** Distances from the widget's rectangle to the text. */
  readonly padding: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Distance of baselines; `null` for that of the font. */
  readonly lineHeight: number | null;
}

/** A widget to add, with the properties of its field. Plain data. */
export interface FormWidget {
  /** Name of the link at its place in the printed document. */
  readonly key: string;
  readonly kind: FieldKind;
  /** The full name; dots separate the levels of the hierarchy. */
  readonly name: string;
  /**
   * Widgets of one name in different groups are different fields; `null` lets it share a field with others of its name
   * and type.
   */
  readonly group: string | null;
  /** Alternate description (TU) for assistive technology. */
  readonly tooltip: string;
  /** Its value: the text, or the selected values; for a button its export value if it is on. */
  readonly values: readonly string[];
  /** All options of a choice field; for a button its own. */
  readonly options: readonly FieldOption[];
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Of a list: allows several selected options. */
  readonly multiple: boolean;
  /** Typed text is hidden, and not stored in the file. */
  readonly password: boolean;
  readonly maxLength: number | null;
  /** HTML tabindex: above 0 its rank, below 0 excluded, 0 in document order. */
  readonly tabIndex: number;
  readonly look: FieldLook;
}
