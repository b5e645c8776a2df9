/** What embedding a TrueType font needs of it (OpenType 1.9; ISO 32000-2, 9.9). Lengths in units of the em, of which there are `unitsPerEm`. */
export interface TrueType {
  readonly name: string;
  readonly unitsPerEm: number;
  readonly ascender: number;
  /** Below the baseline: negative. */
  readonly descender: number;
  readonly capHeight: number;
  readonly bounds: readonly [number, number, number, number];
  readonly tables: ReadonlyMap<string, Buffer>;
  /** Glyph of a character; 0 where there is none. */
  glyphOf(character: number): number;
  advanceOf(glyph: number): number;
  /** Bytes of an outline; none for a glyph without one. */
  outlineOf(glyph: number): Buffer;
}

/** Reads a TrueType font of the bundled kind: glyf outlines, a Unicode cmap of format 4 or 12. Not for fonts from outside. */
export function readTrueType(bytes: Uint8Array): TrueType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16;
    const start = file.readUInt32BE(at + 8);
    tables.set(file.toString('latin1', at, at + 4), file.subarray(start, start + file.readUInt32BE(at + 12)));
  }
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`the font has no ${tag} table`);
    return found;
  };
  const [head, hhea, hmtx, os2, loca, glyf] = [table('head'), table('hhea'), table('hmtx'), table('OS/2'), table('loca'), table('glyf')];
  const characters = charactersOf(table('cmap'));
  const metrics = hhea.readUInt16BE(34);
  const offset = (glyph: number) => (head.readInt16BE(50) === 0 ? loca.readUInt16BE(glyph * 2) * 2 : loca.readUInt32BE(glyph * 4));
  return {
    name: nameOf(table('name')),
    unitsPerEm: head.readUInt16BE(18),
    ascender: hhea.readInt16BE(4),
    descender: hhea.readInt16BE(6),
    capHeight: os2.readUInt16BE(0) >= 2 ? os2.readInt16BE(88) : hhea.readInt16BE(4),
    bounds: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    tables,
    glyphOf: (character) => characters.get(character) ?? 0,
    advanceOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
    outlineOf: (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1)),
  };
}

/** Glyphs by character, of the widest Unicode subtable that there is. */
function charactersOf(cmap: Buffer): Map<number, number> {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.subarray(cmap.readUInt32BE(8 + index * 8)));
  const wide = subtables.find((subtable) => subtable.readUInt16BE(0) === 12);
  const narrow = subtables.find((subtable) => subtable.readUInt16BE(0) === 4);
  if (wide) return segmented(wide);
  return narrow ? mapped(narrow) : new Map<number, number>();
}

/** Format 12: groups of characters with consecutive glyphs. */
function segmented(subtable: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let group = 0; group < subtable.readUInt32BE(12); group += 1) {
    const at = 16 + group * 12;
    const [first, last, glyph] = [subtable.readUInt32BE(at), subtable.readUInt32BE(at + 4), subtable.readUInt32BE(at + 8)];
    for (let character = first; character <= last; character += 1) glyphs.set(character, glyph + character - first);
  }
  return glyphs;
}

/** Format 4: segments with a delta, or an offset into an array of glyphs. */
function mapped(subtable: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  const segments = subtable.readUInt16BE(6) / 2;
  for (let segment = 0; segment < segments; segment += 1) {
    const last = subtable.readUInt16BE(14 + segment * 2);
    const first = subtable.readUInt16BE(16 + segments * 2 + segment * 2);
    const delta = subtable.readUInt16BE(16 + segments * 4 + segment * 2);
    const at = 16 + segments * 6 + segment * 2;
    const range = subtable.readUInt16BE(at);
    for (let character = first; character <= last && character < 0xffff; character += 1) {
      const found = range === 0 ? character : subtable.readUInt16BE(at + range + (character - first) * 2);
      if (found !== 0) glyphs.set(character, (found + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** The PostScript name (name ID 6), as PDF calls fonts. */
function nameOf(name: Buffer): string {
  const strings = name.readUInt16BE(4);
  for (let index = 0; index < name.readUInt16BE(2); index += 1) {
    const at = 6 + index * 12;
    if (name.readUInt16BE(at + 6) !== 6) continue;
    const start = strings + name.readUInt16BE(at + 10);
    return name.toString('latin1', start, start + name.readUInt16BE(at + 8)).replace(/[^A-Za-z0-9-]/g, '');
  }
  return 'Font';
}
