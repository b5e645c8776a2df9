import { constants, inflateSync } from 'node:zlib';
import { chunkSizeFor } from './deflate.ts';
import type { Filtered } from './filtered.ts';
import { inflateLeniently } from './inflate.ts';
import { tooLarge } from './sink.ts';

/** FlateDecode (ISO 32000-2, 7.4.4). Truncated or corrupt data are decoded as far as possible. */
export function decodeFlate(bytes: Buffer, limit: number): Filtered {
  if (bytes.length === 0) return { bytes, intact: true };
  try {
    return {
      bytes: inflateSync(bytes, { maxOutputLength: limit, chunkSize: chunkSizeFor(2 * bytes.length) }),
      intact: true,
    };
  } catch (error) {
    if (isCode(error, 'ERR_BUFFER_TOO_LARGE')) throw tooLarge(limit);
    if (isCode(error, 'Z_BUF_ERROR')) return cutOff(bytes, limit);
    return inflateLeniently(startOf(bytes), limit);
  }
}

/** True for data that are intact, but truncated. */
function cutOff(bytes: Buffer, limit: number): Filtered {
  try {
    return {
      bytes: inflateSync(bytes, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH }),
      intact: false,
    };
  } catch (error) {
    if (isCode(error, 'ERR_BUFFER_TOO_LARGE')) throw tooLarge(limit);
    return inflateLeniently(bytes, limit);
  }
}

/** Some writers add a line end before the data. */
function startOf(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 2 && (bytes[start] === 10 || bytes[start] === 13)) start += 1;
  return bytes.subarray(start);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
