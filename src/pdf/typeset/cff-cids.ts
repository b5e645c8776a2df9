/** Operators of a Top DICT (Adobe Technical Note 5176, 9); those of two bytes with 12 in the upper. */
const ros = 0x0c1e;
const charset = 15;
const charStrings = 17;

/**
 * Which character identifiers the glyphs of a CFF font have, by glyph; null where it has none and its glyph numbers
 * stand for them (ISO 32000-2, 9.7.4.2).
 */
export function cidsOf(cff: Buffer): Uint16Array | null {
  const names = indexAt(cff, cff.readUInt8(2));
  const [first] = indexAt(cff, names.end).items;
  const top = first === undefined ? new Map<number, readonly number[]>() : dictOf(first);
  if (!top.has(ros)) return null;
  const count = cff.readUInt16BE(top.get(charStrings)?.[0] ?? 0);
  return readCharset(cff, top.get(charset)?.[0] ?? 0, count);
}

/** An INDEX (5). */
function indexAt(cff: Buffer, start: number): { items: Buffer[]; end: number } {
  const count = cff.readUInt16BE(start);
  if (count === 0) return { items: [], end: start + 2 };
  const size = cff.readUInt8(start + 2);
  const offset = (index: number) => cff.readUIntBE(start + 3 + index * size, size);
  const data = start + 2 + (count + 1) * size;
  const items = Array.from({ length: count }, (_, index) =>
    cff.subarray(data + offset(index), data + offset(index + 1)),
  );
  return { items, end: data + offset(count) };
}

/** A DICT (4): operands by operator. Reals are passed over. */
function dictOf(data: Buffer): Map<number, readonly number[]> {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < data.length;) {
    const byte = data.readUInt8(at);
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 | data.readUInt8(at + 1) : byte;
      entries.set(operator, operands);
      operands = [];
      at += byte === 12 ? 2 : 1;
    } else if (byte === 30) {
      at += 1;
      while ((data.readUInt8(at) & 0xf) !== 0xf) at += 1;
      at += 1;
    } else {
      const [value, length] = integerAt(data, at, byte);
      operands.push(value);
      at += length;
    }
  }
  return entries;
}

function integerAt(data: Buffer, at: number, byte: number): [number, number] {
  if (byte === 28) return [data.readInt16BE(at + 1), 3];
  if (byte === 29) return [data.readInt32BE(at + 1), 5];
  if (byte <= 246) return [byte - 139, 1];
  return byte <= 250
    ? [(byte - 247) * 256 + data.readUInt8(at + 1) + 108, 2]
    : [-(byte - 251) * 256 - data.readUInt8(at + 1) - 108, 2];
}

/** A charset (13) of formats 0, 1 and 2; glyph 0 is CID 0. */
function readCharset(cff: Buffer, start: number, count: number): Uint16Array {
  const cids = new Uint16Array(count);
  const format = cff.readUInt8(start);
  let at = start + 1;
  for (let glyph = 1; glyph < count;) {
    const first = cff.readUInt16BE(at);
    const left = format === 0 ? 0 : format === 1 ? cff.readUInt8(at + 2) : cff.readUInt16BE(at + 2);
    at += 2 + format;
    for (let more = 0; more <= left && glyph < count; more += 1, glyph += 1) cids[glyph] = first + more;
  }
  return cids;
}
