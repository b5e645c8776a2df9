import type { OnFault } from './fault.ts';

/** Where a table is, in bytes from the start of the file. */
export interface TablePlace {
  readonly offset: number;
  readonly length: number;
}

/** Entries of one directory. */
const maxTables = 256;

/**
 * The table directory of an OpenType file (OpenType 1.9, "Table Directory"), or of the first font of a collection. Of
 * several tables with one tag the first counts. A fault is a directory that breaks off.
 */
export function tablePlaces(file: Buffer, onFault: OnFault): Map<string, TablePlace> {
  const places = new Map<string, TablePlace>();
  const start = file.length >= 16 && file.toString('latin1', 0, 4) === 'ttcf' ? file.readUInt32BE(12) : 0;
  const count = start + 6 > file.length ? 1 : Math.min(file.readUInt16BE(start + 4), maxTables);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 12 + index * 16;
    if (entry + 16 > file.length) {
      onFault('the table directory breaks off');
      break;
    }
    const tag = file.toString('latin1', entry, entry + 4);
    if (!places.has(tag))
      places.set(tag, { offset: file.readUInt32BE(entry + 8), length: file.readUInt32BE(entry + 12) });
  }
  return places;
}

/** The tables of a file by tag, each as far as the file goes. */
export function tablesOf(file: Buffer, onFault: OnFault): Map<string, Buffer> {
  const places = [...tablePlaces(file, onFault)];
  return new Map(places.map(([tag, { offset, length }]) => [tag, file.subarray(offset, offset + length)]));
}

/** A TrueType file: tables in the order of their tags, behind a directory of them with checksums. */
export function fontFile(tables: readonly (readonly [tag: string, table: Buffer])[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(0x10000, 0);
  [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].forEach((value, index) =>
    head.writeUInt16BE(value, 4 + index * 2),
  );
  const parts = [head];
  let at = head.length;
  tables.forEach(([tag, table], index) => {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    head.write(tag.padEnd(4), 12 + index * 16, 'latin1');
    [checksum(padded), at, table.length].forEach((value, word) =>
      head.writeUInt32BE(value, 16 + index * 16 + word * 4),
    );
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
