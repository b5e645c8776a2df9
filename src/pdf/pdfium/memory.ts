import type { Matrix } from '../geometry/matrix.ts';
import type { Engine } from './engine.ts';

/** A null-terminated string for the time of one call. */
export function withString<T>({ calls, bytes }: Engine, text: string, use: (pointer: number) => T): T {
  const encoded = new TextEncoder().encode(text);
  const pointer = calls.malloc(encoded.length + 1);
  bytes().set(encoded, pointer);
  bytes()[pointer + encoded.length] = 0;
  try {
    return use(pointer);
  } finally {
    calls.free(pointer);
  }
}

/** A string that PDFium writes as UTF-16LE with its terminator; `read` answers the bytes that it needs. */
export function utf16(engine: Engine, read: (buffer: number, bytes: number) => number): string {
  return written(engine, read, 2, 'utf16le');
}

/** A string that PDFium writes as UTF-8 with its terminator. */
export function utf8(engine: Engine, read: (buffer: number, bytes: number) => number): string {
  return written(engine, read, 1, 'utf8');
}

function written(
  { calls, bytes }: Engine,
  read: (buffer: number, bytes: number) => number,
  terminator: number,
  encoding: BufferEncoding,
): string {
  const needed = read(0, 0);
  if (needed <= terminator || needed > 64 * 1024 * 1024) return '';
  const buffer = calls.malloc(needed);
  try {
    const length = Math.min(read(buffer, needed), needed) - terminator;
    return length > 0 ? Buffer.from(bytes().subarray(buffer, buffer + length)).toString(encoding) : '';
  } finally {
    calls.free(buffer);
  }
}

/** The matrix that `fill` writes, or `null` where it fails. */
export function matrixFrom(engine: Engine, fill: (pointer: number) => number): Matrix | null {
  if (fill(engine.scratch) === 0) return null;
  const view = engine.view();
  const at = (index: number) => view.getFloat32(engine.scratch + index * 4, true);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}
