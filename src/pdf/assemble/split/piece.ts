/** Pages of one part. */
export interface Piece {
  /** Indexes, in order. */
  readonly pages: readonly number[];
  /** The outline item that begins it. */
  readonly title: string | null;
}
