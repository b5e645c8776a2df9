import { passOver, unlessBroken } from '../fault.ts';
import { tablePlaces } from '../sfnt.ts';
import { cffCharset } from '../cff-charset.ts';
import { cffStandardStrings, encodingOf, type Encoding } from '../encodings/encodings.ts';

/** The encoding of a CFF program with names (Adobe technical note 5176): null where it has none, or cannot be read. */
export function cffEncoding(program: Buffer): Encoding | null {
  return unlessBroken(() => {
    if (program.toString('latin1', 0, 4) !== 'OTTO') return read(program);
    // As far as the file goes, whatever length is stated.
    const table = tablePlaces(program, passOver).get('CFF ');
    return table === undefined ? null : read(program.subarray(table.offset));
  });
}

function read(cff: Buffer): Encoding | null {
  const names = index(cff, cff.readUInt8(2));
  const tops = index(cff, names.end);
  const strings = index(cff, tops.end);
  const [top] = tops.items;
  if (top === undefined) return null;
  const entries = dictOf(top);
  if (entries.has(1230)) return null;
  const glyphs = index(cff, entries.get(17) ?? 0).items.length;
  const nameOf = (sid: number) =>
    cffStandardStrings()[sid] ?? strings.items[sid - 391]?.toString('latin1') ?? '.notdef';
  const charset = cffCharset(cff, entries.get(15) ?? 0, glyphs);
  const at = entries.get(16) ?? 0;
  if (at === 0) return encodingOf('StandardEncoding');
  if (at === 1) return encodingOf('Expert');
  const encoding = new Map<number, string>();
  for (const [code, glyph] of codesOf(cff, at)) encoding.set(code, nameOf(charset[glyph] ?? 0));
  return encoding;
}

interface Index {
  readonly items: readonly Buffer[];
  readonly end: number;
}

const maxItems = 65_536;

function index(cff: Buffer, at: number): Index {
  const count = cff.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = cff.readUInt8(at + 2);
  if (size < 1 || size > 4) throw new RangeError('not an INDEX');
  const offset = (each: number) => cff.readUIntBE(at + 3 + each * size, size);
  const data = at + 2 + (count + 1) * size;
  const items: Buffer[] = [];
  for (let each = 0; each < Math.min(count, maxItems); each += 1)
    items.push(cff.subarray(data + offset(each), data + offset(each + 1)));
  return { items, end: data + offset(count) };
}

/** Operators (those of two bytes as 1200 and on) with their last operand. */
function dictOf(bytes: Buffer): Map<number, number> {
  const entries = new Map<number, number>();
  let operand = 0;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    at += 1;
    if (first <= 21) {
      const escaped = first === 12;
      entries.set(escaped ? 1200 + (bytes[at] ?? 0) : first, operand);
      if (escaped) at += 1;
    } else if (first === 28) {
      operand = bytes.readInt16BE(at);
      at += 2;
    } else if (first === 29) {
      operand = bytes.readInt32BE(at);
      at += 4;
    } else if (first === 30) {
      while (at < bytes.length && ((bytes[at] ?? 0) & 0x0f) !== 0x0f && (bytes[at] ?? 0) >> 4 !== 0x0f) at += 1;
      at += 1;
    } else if (first <= 246) operand = first - 139;
    else {
      const low = bytes[at] ?? 0;
      operand = first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108;
      at += 1;
    }
  }
  return entries;
}

function* codesOf(cff: Buffer, at: number): Generator<readonly [code: number, glyph: number]> {
  const format = cff.readUInt8(at) & 0x7f;
  const count = cff.readUInt8(at + 1);
  let glyph = 1;
  for (let each = 0; each < count; each += 1) {
    if (format === 0) yield [cff.readUInt8(at + 2 + each), glyph++];
    else {
      const first = cff.readUInt8(at + 2 + 2 * each);
      const more = cff.readUInt8(at + 3 + 2 * each);
      for (let code = first; code <= first + more; code += 1) yield [code, glyph++];
    }
  }
}
