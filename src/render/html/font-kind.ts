/** Signatures of font files (OpenType 1.9.1, table directory; WOFF 1 and 2). */
const types = new Map([
  ['00010000', 'font/ttf'],
  ['74727565', 'font/ttf'],
  ['4f54544f', 'font/otf'],
  ['774f4646', 'font/woff'],
  ['774f4632', 'font/woff2'],
]);

/** Tables that Chromium requires of a font. */
const required = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];

/** Checks the table directory: 12 bytes, then 16 for each table; all tables lie in the file. */
function isWholeFont(data: Buffer): boolean {
  if (data.length < 12) return false;
  const count = data.readUInt16BE(4);
  if (data.length < 12 + count * 16) return false;
  const records = Array.from({ length: count }, (_, index) => data.subarray(12 + index * 16, 28 + index * 16));
  const tags = new Set(records.map((record) => record.toString('latin1', 0, 4)));
  return (
    required.every((tag) => tags.has(tag)) &&
    records.every((record) => record.readUInt32BE(8) + record.readUInt32BE(12) <= data.length)
  );
}

/**
 * Checks the header of WOFF 1 and 2 (W3C, 44 and 48 bytes), whose first fields are the same: signature, flavor, length
 * of the file, number of tables.
 */
function isWholeWoff(data: Buffer): boolean {
  return data.length >= 44 && data.readUInt32BE(8) === data.length && data.readUInt16BE(12) > 0;
}

/** The media type of a font file by its signature and table directory; `undefined` where it is no font or truncated. */
export function fontType(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = types.get(data.toString('hex', 0, 4));
  const whole = type?.startsWith('font/woff') ? isWholeWoff(data) : isWholeFont(data);
  return whole ? type : undefined;
}
