import { cffStandardStrings } from '../../fonts/encodings/encodings.ts';
import type { Outline } from './outline.ts';
import { outlineOf } from './type1-outline.ts';
import { readType1Program, type Type1Program } from './type1.ts';
import { charString } from './type2-charstring.ts';

/** Operators of dictionaries (Adobe technical note 5176, 9, 15); those of two bytes are 1200 and on. */
const op = {
  box: 5,
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  matrix: 1207,
  defaultWidth: 20,
  nominalWidth: 21,
} as const;

/** Entries of the private dictionary; lists are written as differences. */
const hintOperators: readonly (readonly [key: string, operator: number, list: boolean])[] = [
  ['BlueValues', 6, true],
  ['OtherBlues', 7, true],
  ['FamilyBlues', 8, true],
  ['FamilyOtherBlues', 9, true],
  ['BlueScale', 1209, false],
  ['BlueShift', 1210, false],
  ['BlueFuzz', 1211, false],
  ['StdHW', 10, false],
  ['StdVW', 11, false],
  ['StemSnapH', 1212, true],
  ['StemSnapV', 1213, true],
  ['ForceBold', 1214, false],
  ['LanguageGroup', 1217, false],
];

/**
 * A Type 1 program as CFF with only these glyphs: the same outlines, widths and names, a third smaller because nothing
 * is encrypted. Null where the program is broken, or has features that CFF lacks.
 */
export function compactType1(bytes: Buffer, names: ReadonlySet<string>, dropHints: boolean): Buffer | null {
  const program = readType1Program(bytes);
  if (program === null) return null;
  const wanted = ['.notdef', ...[...names].filter((name) => name !== '.notdef' && program.glyphs.has(name)).sort()];
  const outlines = wanted.map(
    (name) => outlineOf(program, name) ?? (name === '.notdef' && !program.glyphs.has(name) ? empty : null),
  );
  if (!outlines.every((outline) => outline !== null)) return null;
  return dropHints
    ? written(
        { ...program, hints: new Map() },
        wanted,
        outlines.map((outline) => ({ ...outline, stems: [] })),
      )
    : written(program, wanted, outlines);
}

const empty: Outline = { width: 0, steps: [], stems: [] };

function written(program: Type1Program, names: readonly string[], outlines: readonly Outline[]): Buffer {
  const usual = commonest(outlines.map(({ width }) => width));
  const charStrings = index(
    outlines.map((outline) => charString(outline, outline.width === usual ? null : outline.width)),
  );
  const { strings, ids } = stringsOf(names);
  const charset = Buffer.concat([Buffer.from([0]), ...ids.slice(1).map(word)]);
  const encoding = encodingOfGlyphs(program, names);
  const own = Buffer.concat([
    ...hintOperators.flatMap(([key, operator, list]) => hint(program.hints.get(key), operator, list)),
    entry([usual], op.defaultWidth),
    entry([0], op.nominalWidth),
  ]);
  const head = Buffer.concat([Buffer.from([1, 0, 4, 4]), index([Buffer.from('Subset')])]);
  const rest = Buffer.concat([index(strings), index([])]);
  const top = (at: number) => {
    const charsetAt = at + (encoding?.length ?? 0);
    const charStringsAt = charsetAt + charset.length;
    return Buffer.concat([
      entry(program.box.slice(0, 4), op.box),
      ...(program.matrix.every((value, place) => value === usualMatrix[place])
        ? []
        : [entry(program.matrix, op.matrix)]),
      offset([charsetAt], op.charset),
      ...(encoding === null ? [] : [offset([at], op.encoding)]),
      offset([charStringsAt], op.charStrings),
      offset([own.length, charStringsAt + charStrings.length], op.private),
    ]);
  };
  const at = head.length + index([top(0)]).length + rest.length;
  return Buffer.concat([head, index([top(at)]), rest, encoding ?? Buffer.alloc(0), charset, charStrings, own]);
}

const usualMatrix = [0.001, 0, 0, 0.001, 0, 0];

function commonest(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || a - b)[0]?.[0] ?? 0;
}

/** An INDEX (5). */
function index(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return word(0);
  const data = Buffer.concat(items);
  const size = data.length + 1 < 0x100 ? 1 : data.length + 1 < 0x10000 ? 2 : data.length + 1 < 0x1000000 ? 3 : 4;
  const offsets = Buffer.alloc((items.length + 1) * size);
  let at = 1;
  [...items, Buffer.alloc(0)].forEach((item, place) => {
    offsets.writeUIntBE(at, place * size, size);
    at += item.length;
  });
  return Buffer.concat([word(items.length), Buffer.from([size]), offsets, data]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value, 0);
  return bytes;
}

/** Strings that CFF knows (appendix A). */
const standardStrings = 391;

let standardIds: ReadonlyMap<string, number> | undefined;

/** Names as numbers of strings (10): those that CFF knows, and those that are its own. */
function stringsOf(names: readonly string[]): { strings: Buffer[]; ids: number[] } {
  standardIds ??= new Map(cffStandardStrings().map((name, id) => [name, id]));
  const strings: Buffer[] = [];
  const ids = names.map(
    (name) => standardIds?.get(name) ?? standardStrings - 1 + strings.push(Buffer.from(name, 'latin1')),
  );
  return { strings, ids };
}

/** Codes of the glyphs (12), each of which may have several; null for StandardEncoding, which is that of no entry. */
function encodingOfGlyphs({ encoding }: Type1Program, names: readonly string[]): Buffer | null {
  if (encoding === null) return null;
  const codes = new Map<string, number[]>();
  for (const [code, name] of encoding) codes.set(name, [...(codes.get(name) ?? []), code]);
  const first = names.slice(1).map((name) => codes.get(name)?.[0] ?? 0);
  const last = first.findLastIndex((code) => code !== 0) + 1;
  const standard = new Map(stringsOf(names).ids.map((id, place) => [place, id]));
  const more = names
    .slice(1)
    .flatMap((name, place) =>
      (codes.get(name) ?? []).slice(place < last ? 1 : 0).map((code) => [code, standard.get(place + 1) ?? 0] as const),
    )
    .slice(0, 255);
  return Buffer.concat([
    Buffer.from([more.length > 0 ? 0x80 : 0, Math.min(255, last), ...first.slice(0, Math.min(255, last))]),
    ...(more.length > 0
      ? [Buffer.from([more.length]), ...more.map(([code, id]) => Buffer.concat([Buffer.from([code]), word(id)]))]
      : []),
  ]);
}

function hint(values: readonly number[] | undefined, operator: number, list: boolean): Buffer[] {
  if (values === undefined || values.length === 0 || values.some((value) => !Number.isFinite(value))) return [];
  return [
    entry(
      list
        ? values.slice(0, 14).map((value, place) => value - (place === 0 ? 0 : (values[place - 1] ?? 0)))
        : values.slice(0, 1),
      operator,
    ),
  ];
}

const entry = (values: readonly number[], operator: number): Buffer =>
  Buffer.concat([...values.map(number), operatorBytes(operator)]);

/** Always as long, so that where things are does not move them. */
function offset(values: readonly number[], operator: number): Buffer {
  return Buffer.concat([
    ...values.map((value) => {
      const bytes = Buffer.from([29, 0, 0, 0, 0]);
      bytes.writeInt32BE(value, 1);
      return bytes;
    }),
    operatorBytes(operator),
  ]);
}

const operatorBytes = (operator: number): Buffer => Buffer.from(operator >= 1200 ? [12, operator - 1200] : [operator]);

/** A number of a dictionary (4). */
function number(value: number): Buffer {
  if (!Number.isInteger(value)) return real(value);
  if (value >= -107 && value <= 107) return Buffer.from([value + 139]);
  if (value >= -32_768 && value <= 32_767) return Buffer.from([28, (value >> 8) & 0xff, value & 0xff]);
  const bytes = Buffer.from([29, 0, 0, 0, 0]);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

function real(value: number): Buffer {
  const digits = String(value).replace('e-', 'c').replace('e', 'b').replace('.', 'a').replace('-', 'e');
  return Buffer.concat([Buffer.from([30]), Buffer.from(digits.length % 2 === 0 ? `${digits}ff` : `${digits}f`, 'hex')]);
}
