/**
 * SIDs or CIDs of the glyphs of a CFF program (Adobe TN 5176, 13), by where its charset is; the predefined ones begin
 * as the standard strings do. @throws RangeError where it ends early
 */
export function cffCharset(cff: Buffer, at: number, glyphs: number): number[] {
  if (at <= 2) return Array.from({ length: glyphs }, (_, glyph) => glyph);
  const format = cff.readUInt8(at);
  const ids = [0];
  let place = at + 1;
  while (ids.length < glyphs) {
    const id = cff.readUInt16BE(place);
    const more = format === 0 ? 0 : format === 1 ? cff.readUInt8(place + 2) : cff.readUInt16BE(place + 2);
    place += format === 0 ? 2 : format === 1 ? 3 : 4;
    for (let each = 0; each <= more && ids.length < glyphs; each += 1) ids.push(id + each);
  }
  return ids;
}
