/** The pages of one part. */
export interface Piece {
  /** Indexes of pages, in order. */
  readonly pages: readonly number[];
  /** Title of the outline item that begins it; null for others. */
  readonly title: string | null;
}
