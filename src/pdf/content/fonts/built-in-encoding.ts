import type { Dict } from '../../objects/objects.ts';
import type { Lookup } from '../lookup.ts';
import { cffEncoding } from '../../fonts/programs/cff-encoding.ts';
import { encodingOf, type Encoding } from '../../fonts/encodings/encodings.ts';
import { trueTypeCharacters } from '../../fonts/programs/true-type-characters.ts';

/** What an embedded font program says of the codes of a simple font. */
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

/** The Encoding array in the clear text of a Type 1 program (Adobe Type 1 Font Format, 2.2). */
function type1Encoding(program: Buffer): Encoding | null {
  const end = program.indexOf('eexec');
  const text = program.toString('latin1', 0, Math.min(end < 0 ? program.length : end, 100_000));
  const start = text.indexOf('/Encoding');
  if (start < 0) return null;
  if (/^\/Encoding\s+StandardEncoding/.test(text.slice(start, start + 40))) return encodingOf('StandardEncoding');
  const names = new Map<number, string>();
  for (const [, code = '', name = ''] of text.slice(start).matchAll(/\bdup\s+(\d{1,3})\s*\/([^\s/(){}<>[\]%]+)\s+put/g))
    names.set(Number(code), name);
  return names.size === 0 ? null : names;
}
