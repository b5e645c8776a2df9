import type { Dict } from '../../objects/objects.ts';
import type { Lookup } from '../lookup.ts';
import { cffEncoding } from '../../fonts/programs/cff-encoding.ts';
import type { Encoding } from '../../fonts/encodings/encodings.ts';
import { type1Encoding } from '../../fonts/type1.ts';
import { trueTypeCharacters } from '../../fonts/programs/true-type-characters.ts';

/** The glyphs and texts that an embedded font program gives the codes of a simple font. */
export interface BuiltIn {
  /** Names of glyphs, of Type 1 and CFF; null where the program has none of its own. */
  readonly names: Encoding | null;
  /** Characters, of TrueType. */
  readonly characters: ReadonlyMap<number, string>;
}

const none: ReadonlyMap<number, string> = new Map();

/** Null for a font that is not embedded. @throws AppError `limit-exceeded` */
export function builtInEncoding(file: Lookup, descriptor: Dict | null): BuiltIn | null {
  const program = (key: string) => file.stream(descriptor?.get(key) ?? null)?.decode() ?? null;
  const [type1, trueType, compact] = [program('FontFile'), program('FontFile2'), program('FontFile3')];
  if (type1 !== null) return { names: type1Encoding(type1), characters: none };
  if (compact !== null) return { names: cffEncoding(compact), characters: none };
  if (trueType === null) return null;
  const { byGlyph, byCode } = trueTypeCharacters(trueType);
  return {
    names: null,
    characters: new Map(
      [...byCode].flatMap(([code, glyph]) => (byGlyph.has(glyph) ? [[code, byGlyph.get(glyph) ?? ''] as const] : [])),
    ),
  };
}
