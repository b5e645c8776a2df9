// Font collections: the tables of their fonts, each file region once, and a file of them again (ISO/IEC 14496-22, 4.5
// and 4.6).

/**
 * The fonts of a collection: for each a map from the tag of a table to its bytes. Fonts that share a table share its
 * bytes.
 */
export function readCollection(file) {
  if (file.toString('latin1', 0, 4) !== 'ttcf') throw new Error('this is no font collection');
  const known = new Map();
  const bytesAt = (offset, length) => {
    const key = `${offset}+${length}`;
    if (!known.has(key)) known.set(key, file.subarray(offset, offset + length));
    return known.get(key);
  };
  return Array.from({ length: file.readUInt32BE(8) }, (_, index) => {
    const directory = file.readUInt32BE(12 + index * 4);
    const records = Array.from({ length: file.readUInt16BE(directory + 4) }, (_, table) => directory + 12 + table * 16);
    const tableAt = (at) => bytesAt(file.readUInt32BE(at + 8), file.readUInt32BE(at + 12));
    return new Map(records.map((at) => [file.toString('latin1', at, at + 4), tableAt(at)]));
  });
}

const directoryLength = (font) => 12 + font.size * 16;
const padded = (length) => (length + 3) & ~3;

/** A collection of these fonts, as pieces of a file; what fonts share is written once. */
export function writeCollection(fonts) {
  const tables = new Set(fonts.flatMap((font) => [...font.values()]));
  const headLength = 12 + fonts.length * 4 + fonts.reduce((sum, font) => sum + directoryLength(font), 0);
  const places = new Map();
  let end = headLength;
  for (const table of tables) {
    places.set(table, { offset: end, sum: checksum(table) });
    end += padded(table.length);
  }
  const head = Buffer.alloc(headLength);
  head.write('ttcf', 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(fonts.length, 8);
  let at = 12 + fonts.length * 4;
  for (const [index, font] of fonts.entries()) {
    head.writeUInt32BE(at, 12 + index * 4);
    writeDirectory(head.subarray(at), font, places);
    at += directoryLength(font);
  }
  return [head, ...[...tables].flatMap((table) => [table, Buffer.alloc(padded(table.length) - table.length)])];
}

function writeDirectory(into, font, places) {
  const power = Math.floor(Math.log2(font.size));
  into.writeUInt32BE(0x00010000, 0);
  const search = [font.size, 16 * 2 ** power, power, 16 * (font.size - 2 ** power)];
  search.forEach((value, index) => into.writeUInt16BE(value, 4 + index * 2));
  const tags = [...font.keys()].sort((a, b) => (a < b ? -1 : 1));
  for (const [index, tag] of tags.entries()) {
    const { offset, sum } = places.get(font.get(tag));
    const record = 12 + index * 16;
    into.write(tag, record, 'latin1');
    [sum, offset, font.get(tag).length].forEach((value, field) => into.writeUInt32BE(value, record + 4 + field * 4));
  }
}

/** The sum of a table's words, the last one filled with zeros. */
function checksum(table) {
  let sum = 0;
  const whole = table.length & ~3;
  for (let at = 0; at < whole; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  if (whole < table.length) sum = (sum + Buffer.concat([table.subarray(whole), Buffer.alloc(4)]).readUInt32BE(0)) >>> 0;
  return sum;
}
