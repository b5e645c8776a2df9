import { cffCharset } from '../cff-charset.ts';
import { cffStandardStrings } from '../encodings/encodings.ts';
import { type2Width } from './charstring-width.ts';
import type { FontProgram } from './font-program.ts';

/** Reads a CFF program (Adobe technical note 5176); null where it is none, or breaks off where it counts. */
export function readCff(cff: Buffer): FontProgram | null {
  try {
    return read(cff);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Index {
  readonly items: readonly Buffer[];
  readonly end: number;
}

type Entries = ReadonlyMap<number, readonly number[]>;

const maxItems = 65_536;

/** Operators of dictionaries; those of two bytes are 1200 and on. */
const op = {
  charset: 15,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  matrix: 1207,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
} as const;

function read(cff: Buffer): FontProgram | null {
  const names = index(cff, cff.readUInt8(2));
  const tops = index(cff, names.end);
  const strings = index(cff, tops.end);
  const globals = index(cff, strings.end);
  if (tops.items[0] === undefined) return null;
  const top = dict(tops.items[0]);
  const charStrings = index(cff, top.get(op.charStrings)?.[0] ?? 0).items;
  const glyphs = charStrings.length;
  const charset = cffCharset(cff, top.get(op.charset)?.[0] ?? 0, glyphs);
  const keyed = top.has(op.ros);
  const parts = keyed
    ? index(cff, top.get(op.fdArray)?.[0] ?? 0).items.map((item) => partOf(cff, dict(item), top))
    : [partOf(cff, top, top)];
  const select = keyed ? selectOf(cff, top.get(op.fdSelect)?.[0] ?? 0, glyphs) : () => 0;
  const nameOf = (sid: number) =>
    cffStandardStrings()[sid] ?? strings.items[sid - 391]?.toString('latin1') ?? '.notdef';
  const own = keyed ? null : charset.map(nameOf);
  const byName = new Map((own ?? []).map((name, glyph) => [name, glyph]));
  const byCid = new Map(keyed ? charset.map((cid, glyph) => [cid, glyph]) : []);
  return {
    kind: keyed ? 'cid-cff' : 'cff',
    glyphs,
    names: own,
    cids: keyed ? charset : null,
    cmaps: [],
    byName: (name) => byName.get(name) ?? null,
    byCid: (cid) => byCid.get(cid) ?? null,
    has: (glyph) => glyph >= 0 && glyph < glyphs,
    width: (glyph) => {
      const part = parts[select(glyph)];
      const code = charStrings[glyph];
      if (part === undefined || code === undefined) return null;
      const width = type2Width(code, part.subrs, globals.items);
      return (width === null ? part.defaultWidth : part.nominalWidth + width) * part.scale;
    },
  };
}

interface PrivatePart {
  readonly subrs: readonly Buffer[];
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  /** To thousandths of an em. */
  readonly scale: number;
}

function partOf(cff: Buffer, entries: Entries, top: Entries): PrivatePart {
  const [size = 0, offset = 0] = entries.get(op.private) ?? [];
  const own = dict(cff.subarray(offset, offset + size));
  const subrs = own.get(op.subrs)?.[0];
  const scale =
    (entries.get(op.matrix)?.[0] ?? 0.001) *
    (entries === top || !top.has(op.matrix) || !entries.has(op.matrix) ? 1 : (top.get(op.matrix)?.[0] ?? 1));
  const matrix = entries.has(op.matrix) ? scale : (top.get(op.matrix)?.[0] ?? 0.001);
  return {
    subrs: subrs === undefined ? [] : index(cff, offset + subrs).items,
    defaultWidth: own.get(op.defaultWidth)?.[0] ?? 0,
    nominalWidth: own.get(op.nominalWidth)?.[0] ?? 0,
    scale: matrix * 1000,
  };
}

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

function dict(bytes: Buffer): Entries {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    at += 1;
    if (first <= 21) {
      const escaped = first === 12;
      entries.set(escaped ? 1200 + (bytes[at] ?? 0) : first, operands);
      if (escaped) at += 1;
      operands = [];
    } else if (first === 28) {
      operands.push(bytes.readInt16BE(at));
      at += 2;
    } else if (first === 29) {
      operands.push(bytes.readInt32BE(at));
      at += 4;
    } else if (first === 30) {
      let text = '';
      for (let end = false; !end && at < bytes.length; at += 1) {
        for (const nibble of [(bytes[at] ?? 0xff) >> 4, (bytes[at] ?? 0xff) & 15]) {
          if (nibble === 15) {
            end = true;
            break;
          }
          text += '0123456789.EE -'.charAt(nibble) + (nibble === 12 ? '-' : '');
        }
      }
      operands.push(Number(text.trim()) || 0);
    } else if (first <= 246) operands.push(first - 139);
    else {
      const low = bytes[at] ?? 0;
      operands.push(first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108);
      at += 1;
    }
  }
  return entries;
}

function selectOf(cff: Buffer, at: number, glyphs: number): (glyph: number) => number {
  const format = cff.readUInt8(at);
  if (format === 0) return (glyph) => (glyph < glyphs ? cff.readUInt8(at + 1 + glyph) : 0);
  const ranges = Math.min(cff.readUInt16BE(at + 1), glyphs);
  const parts = new Uint8Array(glyphs);
  for (let range = 0; range < ranges; range += 1) {
    const entry = at + 3 + range * 3;
    parts.fill(cff.readUInt8(entry + 2), cff.readUInt16BE(entry), Math.min(glyphs, cff.readUInt16BE(entry + 3)));
  }
  return (glyph) => parts[glyph] ?? 0;
}
