/** A document, as it is sent to a thread: its page range is still text. */
export interface Side {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly pages: string | undefined;
  /** The JSON Pointer of the range in the request. */
  readonly pointer: string;
}

/** The earlier and the later document. */
export type Sides = readonly [before: Side, after: Side];

/** The repaired documents; `null` = the renderer accepts the original. */
export type Mended = readonly [before: Uint8Array | null, after: Uint8Array | null];

/** The sides as they are drawn. A repaired document is not encrypted. */
export function drawnSides([before, after]: Sides, [one, other]: Mended): Sides {
  const drawn = (side: Side, bytes: Uint8Array | null): Side =>
    bytes === null ? side : { ...side, bytes, password: undefined };
  return [drawn(before, one), drawn(after, other)];
}
