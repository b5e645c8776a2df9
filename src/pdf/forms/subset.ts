import type { TrueType } from './true-type.ts';

/** Flags of a composite glyph's component (OpenType 1.9, glyf). */
const component = { words: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80 } as const;

/**
 * A TrueType font with these glyphs of another as its own 1, 2, 3..., behind glyph 0; what they are put together from follows them.
 * `characters` are those that its cmap maps to them; without any it has none. Hinting is left out.
 */
export function subset(font: TrueType, glyphs: readonly number[], characters: ReadonlyMap<number, number> = new Map()): Buffer {
  const all = [0, ...glyphs];
  const numbers = new Map(all.map((glyph, index) => [glyph, index]));
  const outlines: Buffer[] = [];
  for (const glyph of all) outlines.push(outline(font, glyph, (part) => numbered(part, all, numbers))); // which grows as parts are found
  const metrics = Buffer.alloc(all.length * 4);
  all.forEach((glyph, index) => {
    metrics.writeUInt16BE(font.advanceOf(glyph), index * 4);
    const own = outlines[index];
    metrics.writeInt16BE(own && own.length > 0 ? own.readInt16BE(2) : 0, index * 4 + 2);
  });
  return fontFile([
    ...(characters.size === 0 ? [] : [['cmap', cmapOf(characters)] as const]),
    ['glyf', Buffer.concat(outlines)],
    ['head', patched(font, 'head', (head) => [head.writeUInt32BE(0, 8), head.writeInt16BE(1, 50)])],
    ['hhea', patched(font, 'hhea', (hhea) => [hhea.writeUInt16BE(all.length, 34)])],
    ['hmtx', metrics],
    ['loca', locations(outlines)],
    ['maxp', patched(font, 'maxp', (maxp) => [maxp.writeUInt16BE(all.length, 4)])],
  ]);
}

function numbered(glyph: number, all: number[], numbers: Map<number, number>): number {
  const known = numbers.get(glyph);
  if (known !== undefined) return known;
  numbers.set(glyph, all.length);
  return all.push(glyph) - 1;
}

/** The outline of a glyph, its components under their new numbers, at an even length. */
function outline(font: TrueType, glyph: number, number: (glyph: number) => number): Buffer {
  const own = font.outlineOf(glyph);
  const copy = Buffer.alloc(Math.ceil(own.length / 4) * 4);
  own.copy(copy);
  if (own.length === 0 || own.readInt16BE(0) >= 0) return copy;
  for (let at = 10, flags: number = component.more; flags & component.more; ) {
    flags = copy.readUInt16BE(at);
    copy.writeUInt16BE(number(copy.readUInt16BE(at + 2)), at + 2);
    copy.writeUInt16BE(flags & ~0x100, at); // no instructions follow
    at += 4 + (flags & component.words ? 4 : 2) + (flags & component.scale ? 2 : flags & component.twoScales ? 4 : flags & component.matrix ? 8 : 0);
  }
  return copy;
}

function patched(font: TrueType, tag: string, patch: (table: Buffer) => unknown): Buffer {
  const copy = Buffer.from(font.tables.get(tag) ?? Buffer.alloc(64));
  patch(copy);
  return copy;
}

function locations(outlines: readonly Buffer[]): Buffer {
  const loca = Buffer.alloc((outlines.length + 1) * 4);
  let at = 0;
  outlines.forEach(({ length }, index) => {
    at += length;
    loca.writeUInt32BE(at, (index + 1) * 4);
  });
  return loca;
}

/** A cmap for Windows Unicode (3, 1) of format 4 with a segment a character. */
function cmapOf(characters: ReadonlyMap<number, number>): Buffer {
  const entries = [...characters].filter(([character]) => character < 0xffff).sort(([a], [b]) => a - b);
  const segments = [...entries, [0xffff, 0] as const];
  const count = segments.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const words = (values: readonly number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
  const ends = segments.map(([character]) => character);
  const deltas = segments.map(([character, glyph]) => (character === 0xffff ? 1 : (glyph - character) & 0xffff));
  const body = words([count * 2, power * 2, Math.log2(power), (count - power) * 2, ...ends, 0, ...ends, ...deltas, ...ends.map(() => 0)]);
  return Buffer.from([...words([0, 1, 3, 1, 0, 12]), ...words([4, 6 + body.length, 0]), ...body]);
}

/** Tables in the order of their tags, behind a directory of them with checksums. */
function fontFile(tables: readonly (readonly [tag: string, table: Buffer])[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(0x10000, 0);
  [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].forEach((value, index) => head.writeUInt16BE(value, 4 + index * 2));
  const parts = [head];
  let at = head.length;
  tables.forEach(([tag, table], index) => {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    head.write(tag.padEnd(4), 12 + index * 16, 'latin1');
    [checksum(padded), at, table.length].forEach((value, word) => head.writeUInt32BE(value, 16 + index * 16 + word * 4));
    parts.push(padded);
    at += padded.length;
  });
  const file = Buffer.concat(parts);
  const own = 12 + tables.findIndex(([tag]) => tag === 'head') * 16;
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, file.readUInt32BE(own + 8) + 8);
  return file;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at + 3 < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
