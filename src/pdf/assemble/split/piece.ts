/** The pages of one part. */
export interface Piece {
  /** Indexes of pages, in order. */
  readonly pages: readonly number[];
  /** Title of the outline item that leads to its first page; null for others. */
  readonly title: string | null;
}
