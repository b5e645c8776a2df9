import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { readCmaps } from './cmap-table.ts';
import { refuse } from './fault.ts';
import { tablesOf } from './sfnt.ts';

/** Bytes of one font after decompression. */
const maxBytes = 128 * 1024 * 1024;

/** The format of subtables in fonts that show one glyph for many characters (OpenType 1.9, `cmap`). */
const lastResort = 13;

/**
 * Whether a font file can be read to its end: TrueType, OpenType, WOFF 1 and 2. Compressed tables are decompressed, and
 * the characters are listed.
 */
export function isWholeFont(file: Uint8Array): boolean {
  const data = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const signature = data.toString('latin1', 0, 4);
    const cmap = signature === 'wOFF' ? cmapOfWoff(data) : signature === 'wOF2' ? cmapOfWoff2(data) : cmapOf(data);
    if (cmap === undefined) return false;
    const subtables = readCmaps(cmap, refuse);
    const known = subtables.filter(({ isKnown }) => isKnown);
    for (const subtable of known) for (const run of subtable.runs()) run.glyph(run.first);
    return known.length > 0 || subtables.some(({ format }) => format === lastResort);
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) return false; // breaks off; zlib
    throw error;
  }
}

function cmapOf(data: Buffer): Buffer | undefined {
  return tablesOf(data, refuse).get('cmap');
}

/** All tables are decompressed (WOFF 1.0, "Table Directory"). */
function cmapOfWoff(data: Buffer): Buffer | undefined {
  let cmap: Buffer | undefined;
  let left = maxBytes;
  for (let index = 0, count = data.readUInt16BE(12); index < count; index += 1) {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((at) => data.readUInt32BE(entry + at)) as [number, number, number];
    if (offset + packed > data.length) refuse('a table breaks off');
    if ((left -= length) < 0) refuse('the tables are too large');
    const bytes = data.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes;
    if (table.length !== length) refuse('a table breaks off');
    if (data.toString('latin1', entry, entry + 4) === 'cmap') cmap = table;
  }
  return cmap;
}

/** Tables that WOFF 2.0 knows by number (5.3), as far as they are needed; 63 stands before the tag of any other. */
const known: Readonly<Record<number, string>> = { 0: 'cmap', 10: 'glyf', 11: 'loca' };
const unknown = 63;

/** All tables are one stream, in the order of the directory (WOFF 2.0, 4.1 and 5). */
function cmapOfWoff2(data: Buffer): Buffer | undefined {
  const numbers = new NumberReader(data, 48);
  const isCollection = data.toString('latin1', 4, 8) === 'ttcf';
  let [total, cmapAt, cmapLength] = [0, -1, 0];
  for (let index = 0, count = data.readUInt16BE(12); index < count; index += 1) {
    const flags = numbers.byte();
    const number = flags & 0x3f;
    const tag = number === unknown ? numbers.tag() : known[number];
    const version = flags >> 6;
    const length = numbers.base128();
    const isOutline = tag === 'glyf' || tag === 'loca';
    const stored = (isOutline ? version !== 3 : version !== 0) ? numbers.base128() : length;
    if (tag === 'cmap' && cmapAt === -1) [cmapAt, cmapLength] = [total, stored];
    total += stored;
  }
  if (isCollection) numbers.skipCollection();
  if (total > maxBytes) refuse('the tables are too large');
  const packed = data.subarray(numbers.at, numbers.at + data.readUInt32BE(20));
  const tables = brotliDecompressSync(packed, { maxOutputLength: total });
  if (tables.length !== total) refuse('the tables break off');
  return cmapAt === -1 ? undefined : tables.subarray(cmapAt, cmapAt + cmapLength);
}

/** Reads the directory of a WOFF 2 file. */
class NumberReader {
  readonly #data: Buffer;
  at: number;

  constructor(data: Buffer, at: number) {
    this.#data = data;
    this.at = at;
  }

  byte(): number {
    return this.#data.readUInt8(this.at++);
  }

  tag(): string {
    this.at += 4;
    return this.#data.toString('latin1', this.at - 4, this.at);
  }

  /** Seven bits a byte, the highest first (WOFF 2.0, 4.1). */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count += 1) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return refuseNumber();
  }

  /** A number of 16 bits in one to three bytes (WOFF 2.0, 6.1.1). */
  short(): number {
    const first = this.byte();
    if (first === 253) return this.byte() * 256 + this.byte();
    return first === 255 ? this.byte() + 253 : first === 254 ? this.byte() + 506 : first;
  }

  /** The fonts of a collection, each with the tables that it has (WOFF 2.0, 4.2). */
  skipCollection(): void {
    this.at += 4;
    for (let fonts = this.short(); fonts > 0; fonts -= 1) {
      const tables = this.short();
      this.at += 4;
      for (let table = 0; table < tables; table += 1) this.short();
    }
  }
}

function refuseNumber(): never {
  throw new RangeError('a number does not end');
}
