import { createHash } from 'node:crypto';
import { newFlateStream } from '../../objects/new-stream.ts';
import { Dict, Name, Ref } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { Left } from '../streams/unchanged-streams.ts';
import type { Recoding } from '../content/text-pen.ts';
import type { Survey } from '../survey.ts';
import { blankCff } from './cff.ts';
import { shownPrograms, type ShownProgram } from './programs.ts';
import { isPlainComposite, recode, vagueGlyphs } from './recode.ts';
import { denseTrueType, subsetTrueType, type DenseTrueType } from './true-type.ts';
import { compactType1 } from './type1-to-cff.ts';

/** Which fonts of a document are subset, and how far they may change. */
export interface SubsetFontsOptions {
  readonly survey: Survey;
  readonly dropHints: boolean;
  /** Programs that are left as they are. */
  readonly except: ReadonlySet<number>;
  /** Fonts whose text can be written with other codes: every stream that shows it is known, and can be written anew. */
  readonly recodable: (font: Dict) => boolean;
  /** Where glyphs stand may not change at all, for no reader. */
  readonly exact: boolean;
  readonly left: Left;
}

/** A program that was made smaller. */
export interface Subset {
  readonly num: number;
  readonly pages: ReadonlySet<number>;
}

/** The programs that were made smaller, and the new codes of their fonts. */
export interface SubsetFonts {
  readonly programs: readonly Subset[];
  /** Of fonts whose text has to be written with other codes now. */
  readonly recodings: ReadonlyMap<Dict, Recoding>;
}

/**
 * Reduces every font program to the glyphs that are shown. Copies of one program get the same glyphs, so that they can
 * become one.
 */
export function subsetFonts(
  changes: Changes,
  { survey, dropHints, except, recodable, exact, left }: SubsetFontsOptions,
): SubsetFonts {
  const done: Subset[] = [];
  const recodings = new Map<Dict, Recoding>();
  for (const copies of copiesOf(shownPrograms(changes, survey, left))) {
    const why = reasonToLeave(copies, except);
    const made = why === null ? smaller(copies, { dropHints, recodable, exact }) : null;
    const stream =
      made === null
        ? null
        : newFlateStream(
            new Dict(made.subtype === null ? [['Length1', made.bytes.length]] : [['Subtype', new Name(made.subtype)]]),
            made.bytes,
          );
    for (const program of copies) {
      if (made === null || stream === null || stream.raw.length >= program.stream.raw.length) {
        left.note('font', why ?? 'its program is broken, of another kind, or has only what is shown');
        continue;
      }
      changes.set(new Ref(program.num), stream);
      place(changes, program, made);
      const { dense } = made;
      if (dense !== null) for (const font of program.fonts) recodings.set(font.dict, recode(changes, font, dense));
      done.push({ num: program.num, pages: program.pages });
    }
  }
  return { programs: done, recodings };
}

/** Programs that are the same byte for byte, as those of documents that were merged. */
function copiesOf(programs: readonly ShownProgram[]): ShownProgram[][] {
  const copies = new Map<string, ShownProgram[]>();
  for (const program of programs) {
    const { bytes, filters, intact } = program.stream.decoded();
    const key =
      filters.length > 0 || !intact
        ? String(program.num)
        : `${program.key} ${createHash('sha256').update(bytes).digest('base64')}`;
    copies.set(key, [...(copies.get(key) ?? []), program]);
  }
  return [...copies.values()];
}

function reasonToLeave(copies: readonly ShownProgram[], except: ReadonlySet<number>): string | null {
  if (copies.some(({ num }) => except.has(num))) return 'pages did not look or read the same with fewer glyphs';
  const unknown = copies.some(({ key, fonts }) =>
    fonts.some(({ codes, font }) =>
      codes.some(({ code, glyph }) =>
        font.kind === 'composite' ? glyph === null : key !== 'FontFile2' && font.glyphName(code) === null,
      ),
    ),
  );
  return unknown ? 'it is not known which of its glyphs are shown' : null;
}

interface Made {
  readonly bytes: Buffer;
  readonly key: ShownProgram['key'];
  readonly subtype: string | null;
  /** Six letters before its name. */
  readonly tag: string;
  /** Null where the glyphs have their old numbers. */
  readonly dense: DenseTrueType | null;
}

function smaller(
  copies: readonly ShownProgram[],
  { dropHints, recodable, exact }: Pick<SubsetFontsOptions, 'dropHints' | 'recodable' | 'exact'>,
): Made | null {
  const [first] = copies;
  if (first === undefined) return null;
  const { key, stream } = first;
  const { bytes, filters, intact } = stream.decoded();
  if (filters.length > 0 || !intact) return null;
  const fonts = copies.flatMap((program) => program.fonts);
  const tag = tagOf(fonts.flatMap(({ codes }) => codes.map(({ code }) => code)));
  const subtype = stream.dict.get('Subtype');
  if (key === 'FontFile2' && fonts.every((font) => isPlainComposite(font) && recodable(font.dict))) {
    const made = denseTrueType(bytes, {
      glyphs: glyphsOf(fonts),
      twice: exact ? new Set(fonts.flatMap(vagueGlyphs)) : new Set(),
      dropHints,
    });
    if (made !== null) return { bytes: made.bytes, key, subtype: null, tag, dense: made };
  }
  if (key === 'FontFile2') {
    const made = subsetTrueType(bytes, { glyphs: glyphsOf(fonts), simple: fonts.some(needsNames), dropHints });
    return made === null ? null : { bytes: made, key, subtype: null, tag, dense: null };
  }
  if (
    key === 'FontFile3' &&
    subtype instanceof Name &&
    (subtype.value === 'Type1C' || subtype.value === 'CIDFontType0C')
  ) {
    const made = blankCff(bytes, glyphsOf(fonts));
    return made === null ? null : { bytes: made, key, subtype: subtype.value, tag, dense: null };
  }
  if (key !== 'FontFile' || fonts.some(({ type }) => type !== 'Type1')) return null;
  const made = compactType1(
    bytes,
    new Set(fonts.flatMap(({ codes, font }) => codes.flatMap(({ code }) => font.glyphName(code) ?? []))),
    dropHints,
  );
  return made === null ? null : { bytes: made, key: 'FontFile3', subtype: 'Type1C', tag, dense: null };
}

/** Readers tell characters by cmap and glyph names where the font has nothing better. */
const needsNames = ({ font, dict }: ShownProgram['fonts'][number]): boolean =>
  font.kind === 'simple' || !dict.has('ToUnicode');

/** Not all readers find glyphs by the same way: whatever one of them may take for a code that is shown stays. */
function glyphsOf(fonts: ShownProgram['fonts']): Set<number> {
  const all = new Set(fonts.flatMap(({ codes }) => codes.flatMap(({ glyph }) => glyph ?? [])));
  for (const { font, codes, program } of fonts) {
    if (font.kind !== 'simple' || program === null) continue;
    for (const { code } of codes) {
      for (const cmap of program.cmaps)
        for (const one of [code, code + 0xf000, code + 0xf100, code + 0xf200, font.unicode(code)?.codePointAt(0) ?? 0])
          all.add(cmap.glyph(one));
      const named = program.byName(font.glyphName(code) ?? '');
      if (named !== null) all.add(named);
    }
  }
  return all;
}

/**
 * Puts a subset under the key of its format, with the name of a subset (ISO 32000-2, 9.9.2), and removes the lists of
 * the old glyphs.
 */
function place(changes: Changes, { num, key, descriptors, fonts }: ShownProgram, { key: now, tag }: Made): void {
  for (const descriptor of descriptors) {
    const dict = changes.dictAt(new Ref(descriptor));
    for (const gone of [key, 'CIDSet', 'CharSet']) dict.delete(gone);
    dict.set(now, new Ref(num));
    tagName(changes, dict, 'FontName', tag);
  }
  for (const { num: font, descendant, dict } of fonts) {
    tagName(changes, changes.dictAt(new Ref(font)), 'BaseFont', tag);
    const entry = changes.array(dict.get('DescendantFonts'))?.[0];
    if (descendant !== null && entry instanceof Ref) tagName(changes, changes.dictAt(entry), 'BaseFont', tag);
  }
}

function tagName(changes: Changes, dict: Dict, key: string, tag: string): void {
  const name = changes.resolve(dict.get(key));
  if (name instanceof Name && !/^[A-Z]{6}\+/.test(name.value)) dict.set(key, new Name(`${tag}+${name.value}`));
}

/** Six letters that follow from the shown glyphs: same input, same bytes. */
function tagOf(codes: readonly number[]): string {
  const hash = createHash('sha256').update(codes.join(' ')).digest();
  return Array.from(hash.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('');
}
