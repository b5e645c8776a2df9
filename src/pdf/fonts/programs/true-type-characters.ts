import { readCmaps } from '../cmap-table.ts';
import { passOver, refuse, unlessBroken } from '../fault.ts';
import { tablePlaces } from '../sfnt.ts';

/** Characters of the glyphs of a TrueType or OpenType program (OpenType specification, `cmap`). */
export interface TrueTypeCharacters {
  /** By glyph, from a Unicode table; of several characters of a glyph the lowest. */
  readonly byGlyph: ReadonlyMap<number, string>;
  /** Glyphs by the code of a simple symbolic font: from the tables (3, 0), without its high byte, and (1, 0). */
  readonly byCode: ReadonlyMap<number, number>;
}

/** Never fails: parts that cannot be read are left out. */
export function trueTypeCharacters(program: Buffer): TrueTypeCharacters {
  const byGlyph = new Map<number, string>();
  const byCode = new Map<number, number>();
  // What was found up to a fault stands.
  unlessBroken(() => {
    const start = tablePlaces(program, passOver).get('cmap')?.offset ?? program.length;
    for (const cmap of readCmaps(program.subarray(start), refuse)) {
      const { platform, encoding } = cmap;
      const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
      for (const [code, glyph] of cmap.pairs()) {
        if (glyph === 0) continue;
        if (unicode && !byGlyph.has(glyph) && isCharacter(code)) byGlyph.set(glyph, String.fromCodePoint(code));
        else if (platform === 3 && encoding === 0) byCode.set(code & 0xff, glyph);
        else if (platform === 1 && encoding === 0 && !byCode.has(code)) byCode.set(code, glyph);
      }
    }
    return null;
  });
  return { byGlyph, byCode };
}

const isCharacter = (code: number): boolean => code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xf900);
