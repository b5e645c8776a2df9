import { open } from 'node:fs/promises';
import type { ReadAt } from './font-file.ts';

/** Reads parts of a file; nothing of one that has gone or can not be read. */
export function readerOf(path: string): ReadAt {
  return async (position, length) => {
    const file = await open(path).catch(() => null);
    if (file === null) return Buffer.alloc(0);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  };
}

/** Reads parts of bytes. */
export function readerOfBytes(bytes: Uint8Array): ReadAt {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (position, length) => Promise.resolve(buffer.subarray(position, position + length));
}
