/** A table of an OpenType file (OpenType 1.9), or null. */
export function tableOf(file: Buffer, tag: string): Buffer | null {
  for (let at = 12; at < 12 + file.readUInt16BE(4) * 16; at += 16) {
    if (file.toString('latin1', at, at + 4) === tag)
      return file.subarray(file.readUInt32BE(at + 8), file.readUInt32BE(at + 8) + file.readUInt32BE(at + 12));
  }
  return null;
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
