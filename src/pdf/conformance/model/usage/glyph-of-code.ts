import { encodingOf } from '../../../fonts/encodings/encodings.ts';
import { unicodeOfName } from '../../../fonts/encodings/glyph-names.ts';
import { isName, Name, Stream } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import type { Cmap } from '../../../fonts/cmap-table.ts';
import type { FontProgram } from '../../../fonts/programs/font-program.ts';
import type { FontModel } from '../font-model.ts';

/** The glyph of a code in a program. */
interface Found {
  readonly glyph: number | null;
  readonly missing: boolean;
  readonly undefined: boolean;
}

/**
 * Answers how a font maps codes to glyphs of its program (ISO 32000-2, 9.6.5.4, 9.7.4.2); null for an unreadable
 * program.
 */
export function glyphFinder(file: PdfFile, font: Omit<FontModel, 'codes'>): ((code: number) => Found) | null {
  const { program } = font;
  if (program === null) return null;
  if (font.type === 'Type0') return cidFinder(file, font, program);
  return font.type === 'TrueType' || program.kind === 'true-type'
    ? trueTypeFinder(file, font, program)
    : nameFinder(font, program);
}

function nameFinder({ font }: Pick<FontModel, 'font'>, program: FontProgram): (code: number) => Found {
  return (code) => {
    const name = font.glyphName(code) ?? '.notdef';
    const glyph = program.byName(name);
    return { glyph, missing: glyph === null, undefined: name === '.notdef' };
  };
}

/** Codes of Mac OS Roman by glyph name. */
let roman: ReadonlyMap<string, number> | undefined;
const romanCode = (name: string): number | undefined =>
  (roman ??= new Map([...encodingOf('MacRomanEncoding')].map(([code, glyph]) => [glyph, code]))).get(name);

function trueTypeFinder(
  file: PdfFile,
  { dict, font, symbolic }: Pick<FontModel, 'dict' | 'font' | 'symbolic'>,
  program: FontProgram,
): (code: number) => Found {
  const table = (platform: number, encoding: number): Cmap | undefined =>
    program.cmaps.find((cmap) => cmap.platform === platform && cmap.encoding === encoding);
  const [unicode, symbols] = [table(3, 1) ?? table(0, 3) ?? table(0, 1), table(3, 0)];
  const mac = table(1, 0) ?? (symbols === undefined && unicode === undefined ? program.cmaps[0] : undefined);
  const byName = (name: string): number => {
    const text = unicodeOfName(name);
    const own = unicode === undefined || text === null ? 0 : unicode.glyph(text.codePointAt(0) ?? 0);
    if (own !== 0) return own;
    const code = romanCode(name);
    return (code === undefined ? 0 : (mac?.glyph(code) ?? 0)) || (program.byName(name) ?? 0);
  };
  const byCode = (code: number): number => {
    for (const high of [0xf000, 0, 0xf100, 0xf200]) {
      const glyph = symbols?.glyph(high + code) ?? 0;
      if (glyph !== 0) return glyph;
    }
    return mac?.glyph(code) ?? 0;
  };
  const named = !symbolic && file.resolve(dict.get('Encoding')) !== null;
  return (code) => {
    const name = font.glyphName(code);
    const glyph = named
      ? name === null
        ? 0
        : byName(name)
      : byCode(code) || (name === null || symbolic ? 0 : byName(name));
    return { glyph, missing: !program.has(glyph), undefined: glyph === 0 || name === '.notdef' };
  };
}

function cidFinder(
  file: PdfFile,
  { font, descendant, descendantType, embedded }: Omit<FontModel, 'codes'>,
  program: FontProgram,
): (code: number) => Found {
  const map = file.resolve(descendant?.get('CIDToGIDMap') ?? null);
  const table = map instanceof Stream ? map.decode() : null;
  const usable = !embedded || table !== null || map === null || (map instanceof Name && isName(map, 'Identity'));
  return (code) => {
    const cid = font.cid(code);
    if (cid === null || !usable) return { glyph: null, missing: false, undefined: false };
    if (descendantType === 'CIDFontType2') {
      const glyph = table === null ? cid : 2 * cid + 1 < table.length ? table.readUInt16BE(2 * cid) : 0;
      return { glyph, missing: !program.has(glyph), undefined: glyph === 0 };
    }
    const glyph = program.kind === 'cid-cff' ? program.byCid(cid) : cid;
    return { glyph, missing: glyph === null || !program.has(glyph), undefined: cid === 0 };
  };
}
