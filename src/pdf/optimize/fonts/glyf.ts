/** Bits of the flags of a part of a composite glyph (OpenType 1.9, `glyf`). */
const part = {
  words: 0x0001,
  scale: 0x0008,
  more: 0x0020,
  twoScales: 0x0040,
  matrix: 0x0080,
  instructions: 0x0100,
} as const;

/** Parts of one glyph. */
const maxParts = 256;

/** Glyphs that a composite glyph is put together from; none for a simple one, null for one that breaks off. */
export function partsOf(outline: Buffer): number[] | null {
  const glyphs: number[] = [];
  const end = eachPart(outline, (_, glyph) => glyphs.push(glyph));
  return end === null ? null : glyphs;
}

/** Where the parts of a composite glyph end, 0 for a simple one. */
function eachPart(outline: Buffer, visit: (at: number, glyph: number) => void): number | null {
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return 0;
  let at = 10;
  for (let count = 0; count < maxParts; count += 1) {
    if (at + 4 > outline.length) return null;
    const flags = outline.readUInt16BE(at);
    visit(at, outline.readUInt16BE(at + 2));
    at +=
      4 +
      (flags & part.words ? 4 : 2) +
      (flags & part.scale ? 2 : flags & part.twoScales ? 4 : flags & part.matrix ? 8 : 0);
    if (at > outline.length) return null;
    if ((flags & part.more) === 0) return at;
  }
  return null;
}

/** The same outline without the instructions that fit it to coarse grids. */
export function withoutInstructions(outline: Buffer): Buffer {
  if (outline.length < 10) return outline;
  const contours = outline.readInt16BE(0);
  if (contours < 0) return compositeWithout(outline);
  const at = 10 + contours * 2;
  if (at + 2 > outline.length) return outline;
  const length = outline.readUInt16BE(at);
  if (length === 0 || at + 2 + length > outline.length) return outline;
  return Buffer.concat([outline.subarray(0, at), Buffer.alloc(2), outline.subarray(at + 2 + length)]);
}

function compositeWithout(outline: Buffer): Buffer {
  const copy = Buffer.from(outline);
  const end = eachPart(copy, (at) => copy.writeUInt16BE(copy.readUInt16BE(at) & ~part.instructions, at));
  return end === null ? outline : copy.subarray(0, end);
}

/** The same outline with other numbers for the glyphs that it is put together from. */
export function renumbered(outline: Buffer, numbers: ReadonlyMap<number, number>): Buffer {
  const copy = Buffer.from(outline);
  eachPart(copy, (at, glyph) => copy.writeUInt16BE(numbers.get(glyph) ?? 0, at + 2));
  return copy;
}
