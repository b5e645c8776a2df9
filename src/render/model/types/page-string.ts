/** The value of a string that a page shows (CSS Generated Content for Paged Media 3, 1.2.1). */
export type StringSelect = 'first' | 'start' | 'last' | 'first-except';

/** A heading or a named string of a page: `{heading:2, last}`, `{string:name}`. */
export interface StringPlaceholder {
  /** `heading:` and a level, or `string:` and a name. */
  readonly key: string;
  readonly select: StringSelect;
}

/**
 * A named string in a margin box (CSS Generated Content for Paged Media 3, 1.2): `string(chapter, last)`. Chromium
 * prints a counter of pages there, in a counter style whose symbols are the values of the string on each page.
 */
export interface MarginString extends StringPlaceholder {
  /** The name of the counter style. */
  readonly style: string;
}
