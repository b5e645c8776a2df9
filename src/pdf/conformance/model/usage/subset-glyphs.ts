import { Stream } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import { outlineLengths } from '../../../fonts/programs/true-type-program.ts';
import type { FontModel } from '../font-model.ts';

/**
 * CIDs of the glyphs in a subset of a CIDFont: those of a CFF program, or those with an outline in a TrueType program.
 */
export function glyphsOfSubset(
  file: PdfFile,
  { program, programBytes, descendant, descendantType }: FontModel,
): number[] {
  if (program === null || programBytes === null) return [];
  if (descendantType !== 'CIDFontType2')
    return [...(program.cids ?? Array.from({ length: program.glyphs }, (_, glyph) => glyph))];
  const length = outlineLengths(programBytes);
  if (length === null) return [];
  const map = file.resolve(descendant?.get('CIDToGIDMap') ?? null);
  if (!(map instanceof Stream))
    return Array.from({ length: program.glyphs }, (_, glyph) => glyph).filter((glyph) => length(glyph) > 0);
  const table = map.decode();
  const cids: number[] = [];
  for (let cid = 0; 2 * cid + 1 < table.length; cid += 1) {
    const glyph = table.readUInt16BE(2 * cid);
    if (glyph !== 0 && glyph < program.glyphs && length(glyph) > 0) cids.push(cid);
  }
  return cids;
}
