/**
 * Something that a reader of the answer should know. It is in `report.warnings`, and `output.failOn` can turn it into a
 * 422.
 */
export interface Warning {
  /**
   * `resource-blocked`, `resource-failed`, `console-error`, `font-missing`, `glyph-missing`, `encoding-guessed`,
   * `image-without-alt`, `language-unknown`, `overflow`, ...
   */
  readonly code: string;
  readonly message: string;
  /** JSON Pointer to the operation or field that it is about, where that is known. */
  readonly pointer?: string;
}
