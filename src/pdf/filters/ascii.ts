import { hexDigit, isSpace } from '../objects/characters.ts';
import type { Filtered } from './filtered.ts';
import { Sink } from './sink.ts';

/** ASCIIHexDecode (ISO 32000-2, 7.4.2). */
export function decodeAsciiHex(bytes: Buffer, limit: number): Filtered {
  const sink = new Sink(limit, bytes.length >> 1);
  let high = -1;
  for (const byte of bytes) {
    if (byte === 0x3e) break;
    const digit = hexDigit(byte);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      sink.push((high << 4) | digit);
      high = -1;
    }
  }
  if (high >= 0) sink.push(high << 4);
  return { bytes: sink.result(), intact: true };
}

/** ASCII85Decode (ISO 32000-2, 7.4.3): five digits of base 85 make four bytes, `z` makes four zeros, `~` ends. */
export function decodeAscii85(bytes: Buffer, limit: number): Filtered {
  const sink = new Sink(limit, bytes.length);
  let count = 0;
  let value = 0;
  let intact = true;
  for (const byte of body85(bytes)) {
    if (byte === 0x7e) break;
    if (isSpace(byte)) continue;
    if (byte === 0x7a && count === 0) sink.fill(0, 4);
    else if (byte < 0x21 || byte > 0x75) intact = false;
    else {
      value = value * 85 + (byte - 0x21);
      count += 1;
      if (count === 5) {
        pushBytes(sink, value, 4);
        count = 0;
        value = 0;
      }
    }
  }
  for (let missing = count; count > 0 && missing < 5; missing += 1) value = value * 85 + 84;
  if (count > 1) pushBytes(sink, value, count - 1);
  return { bytes: sink.result(), intact };
}

/** Some files include the `<~` of btoa. */
function body85(bytes: Buffer): Buffer {
  return bytes[0] === 0x3c && bytes[1] === 0x7e ? bytes.subarray(2) : bytes;
}

function pushBytes(sink: Sink, value: number, count: number): void {
  for (let index = 0; index < count; index += 1) sink.push(Math.floor(value / 2 ** (24 - 8 * index)) & 0xff);
}
