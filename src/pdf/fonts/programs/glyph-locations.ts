/** The `loca` table (OpenType 1.9, loca). */
export interface GlyphLocations {
  /** Glyphs of which it has the begin and the end; negative where it is empty. */
  readonly count: number;
  /** Where in `glyf` the outline of a glyph begins, and the one before it ends. @throws RangeError beyond the table */
  readonly at: (glyph: number) => number;
}

/** Reads `loca` in the format that `head` states. @throws RangeError where `head` breaks off */
export function glyphLocations(head: Buffer, loca: Buffer): GlyphLocations {
  return head.readInt16BE(50) === 0
    ? { count: Math.floor(loca.length / 2) - 1, at: (glyph) => loca.readUInt16BE(glyph * 2) * 2 }
    : { count: Math.floor(loca.length / 4) - 1, at: (glyph) => loca.readUInt32BE(glyph * 4) };
}
