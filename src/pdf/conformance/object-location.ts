/** Where in a document a rule finds an object or content. */
export interface ObjectLocation {
  /** 1-based. */
  readonly page?: number | undefined;
  /** Number of the indirect object. */
  readonly object?: number | undefined;
  /** [left, bottom, right, top] in the page's default user space. */
  readonly rectangle?: readonly [number, number, number, number] | undefined;
}
