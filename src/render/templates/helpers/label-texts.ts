/** The labels of one filling: those of its language before those in English. */
export interface Labels {
  readonly table: LabelTable;
  readonly lang: string;
}

/** Labels by language (BCP 47, lower case) and key. */
export type LabelTable = Readonly<Record<string, Readonly<Record<string, Label>>>>;

/** A label: a text, or one for each plural form of `count`. `{name}` in it is the option of that name. */
export type Label = string | Readonly<Record<string, string>>;
