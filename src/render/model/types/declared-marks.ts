/** What the style sheets of a document declare in `@page` for its printer (CSS Paged Media 3, 7.2 and 7.3). */
export interface DeclaredMarks {
  /** The value of `bleed` in lower case; `null` = none. */
  readonly bleed: string | null;
  /** The value of `marks` in lower case; `null` = none. */
  readonly marks: string | null;
}
