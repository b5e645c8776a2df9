import type { ShownCode, FontModel } from './font-model.ts';
import { parseCMap } from '../../fonts/cmap.ts';
import { parseContent } from '../../content/parse-content.ts';
import { showsBoxes } from '../../fonts/box-fonts.ts';
import { Stream, type Dict } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { readCff } from '../../fonts/programs/cff-program.ts';
import type { FontProgram } from '../../fonts/programs/font-program.ts';
import { readTrueType } from '../../fonts/programs/true-type-program.ts';
import { readType1 } from '../../fonts/programs/type1-program.ts';
import { glyphFinder } from './usage/glyph-of-code.ts';
import type { UsedCode, UsedFont } from './usage/usage.ts';

/** Models of used fonts; each embedded program is parsed once. */
export function readFonts(file: PdfFile, used: Iterable<UsedFont>): FontModel[] {
  const programs = new Map<Dict, { program: FontProgram | null; bytes: Buffer } | null>();
  return [...used].map((one) => fontOf(file, one, programs));
}

type Programs = Map<Dict, { program: FontProgram | null; bytes: Buffer } | null>;

function fontOf(file: PdfFile, { dict, font, place, codes }: UsedFont, programs: Programs): FontModel {
  const type = file.name(dict.get('Subtype')) ?? '';
  const descendant = type === 'Type0' ? file.dict(file.array(dict.get('DescendantFonts'))?.[0] ?? null) : null;
  const descriptor = file.dict((descendant ?? dict).get('FontDescriptor'));
  const stream =
    ['FontFile', 'FontFile2', 'FontFile3']
      .map((key) => file.stream(descriptor?.get(key) ?? null))
      .find((value) => value !== null) ?? null;
  const read = stream === null ? null : programOf(programs, stream);
  const toUnicode = file.resolve(dict.get('ToUnicode'));
  const map = toUnicode instanceof Stream ? parseCMap(toUnicode.decode()) : null;
  const own = {
    place,
    dict,
    font,
    type,
    descendant,
    descriptor,
    toUnicode: map,
    descendantType: file.name(descendant?.get('Subtype') ?? null),
    embedded: stream !== null,
    program: read?.program ?? null,
    programBytes: read?.bytes ?? null,
    symbolic: ((file.number(descriptor?.get('Flags') ?? null) ?? 0) & 4) !== 0,
    subset: /^[A-Z]{6}\+/.test(file.name((descendant ?? dict).get('BaseFont')) ?? ''),
    visible: [...codes.values()].some(({ visible }) => visible),
  };
  const find = type === 'Type3' ? null : glyphFinder(file, own);
  return { ...own, codes: [...codes].map(([code, use]) => shown(file, { own, find }, code, use)) };
}

function programOf(programs: Programs, stream: Stream) {
  const known = programs.get(stream.dict);
  if (known !== undefined) return known;
  const bytes = stream.decode();
  const head = bytes.toString('latin1', 0, 4);
  const program =
    head === 'OTTO' || head === 'true' || head === 'ttcf' || (bytes.length > 4 && bytes.readUInt32BE(0) === 0x00010000)
      ? readTrueType(bytes)
      : bytes[0] === 1 && (bytes[1] ?? 9) < 5 && (bytes[2] ?? 0) >= 4
        ? readCff(bytes)
        : (readType1(bytes) ?? readTrueType(bytes));
  const read = { program, bytes };
  programs.set(stream.dict, read);
  return read;
}

type Own = Omit<FontModel, 'codes'>;

function shown(
  file: PdfFile,
  { own, find }: { readonly own: Own; readonly find: ReturnType<typeof glyphFinder> },
  code: number,
  use: UsedCode,
): ShownCode {
  const base = { ...use, code, text: own.toUnicode?.text(code) ?? null };
  if (own.type === 'Type3')
    return {
      ...base,
      glyph: null,
      missing: own.font.procedure(code) === null,
      undefined: false,
      ...typeThreeWidths(file, own, code),
    };
  const found = find?.(code) ?? {
    glyph: null,
    missing: false,
    undefined: own.font.kind === 'composite' ? own.font.cid(code) === 0 : own.font.glyphName(code) === '.notdef',
  };
  const programWidth = found.glyph === null || own.program === null ? null : own.program.width(found.glyph);
  const isBox = showsBoxes(file.name((own.descendant ?? own.dict).get('BaseFont')) ?? '');
  return { ...base, ...found, undefined: found.undefined || isBox, programWidth, width: widthOf(file, own, code) };
}

/** The width of a code in the font dictionary (ISO 32000-2, 9.6.2.1, 9.7.4.3); null where the program defines it. */
function widthOf(file: PdfFile, { type, font, dict, descriptor }: Own, code: number): number | null {
  if (type === 'Type0') return font.vertical ? null : font.advance(code) * 1000;
  const widths = file.array(dict.get('Widths'));
  if (widths === null) return null;
  const first = file.number(dict.get('FirstChar')) ?? 0;
  const last = file.number(dict.get('LastChar')) ?? 0;
  const own = code >= first && code <= last ? file.number(widths[code - first] ?? null) : null;
  return own ?? file.number(descriptor?.get('MissingWidth') ?? null) ?? 0;
}

/** Widths of a Type 3 glyph in glyph space: of the dictionary, and of `d0` or `d1` in its procedure. */
function typeThreeWidths(file: PdfFile, { font, dict }: Own, code: number): Pick<ShownCode, 'width' | 'programWidth'> {
  const procedure = font.procedure(code);
  if (procedure === null) return { width: null, programWidth: null };
  const first = file.number(dict.get('FirstChar')) ?? 0;
  const width = file.number(file.array(dict.get('Widths'))?.[code - first] ?? null) ?? 0;
  for (const { operator, operands } of parseContent(procedure.decode())) {
    if (operator !== 'd0' && operator !== 'd1') break;
    return { width, programWidth: typeof operands[0] === 'number' ? operands[0] : null };
  }
  return { width, programWidth: null };
}
