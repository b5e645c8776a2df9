import { deflateSync, type ZlibOptions } from 'node:zlib';
import { DeflateThread } from './deflate-thread.ts';

/** One below zlib's default: a quarter less time for 2 % more bytes in Chromium's content. */
const defaultLevel = 5;
/** Streams below this many bytes use zlib's small tables, which are set up in a tenth of the time. */
const maxSmallBytes = 4096;

/**
 * Compresses bytes for FlateDecode (ISO 32000-2, 7.4.4). Small results are copied out of zlib's chunks of 16 kB,
 * because a document has thousands of them.
 */
export function deflate(content: Uint8Array, level = defaultLevel): Buffer {
  return deflateSync(content, optionsFor(content, level));
}

const thread = new DeflateThread();
/** Fewer bytes are compressed before another thread has begun. */
const leastBytesForThread = 8192;

/**
 * `deflateSync` of zlib on another thread: the same bytes. The content must not be used afterwards. A rejection that
 * nobody waits for is no fault: of the streams of a file, the first that fails is enough.
 */
export function deflateOnThread(content: Uint8Array, options: ZlibOptions): Promise<Buffer> {
  if (content.length < leastBytesForThread) return Promise.resolve(deflateSync(content, options));
  const deflated = thread.deflate(content, options);
  deflated.catch(() => undefined);
  return deflated;
}

/** The same bytes as `deflate`, made on another thread. The content must not be used afterwards. */
export const deflateInBackground = (content: Uint8Array, level = defaultLevel): Promise<Buffer> =>
  deflateOnThread(content, optionsFor(content, level));

const optionsFor = (content: Uint8Array, level: number): ZlibOptions =>
  content.length < maxSmallBytes
    ? { level, windowBits: 12, memLevel: 5, chunkSize: content.length + minChunkBytes }
    : { level, chunkSize: chunkSizeFor(content.length / 4) };

/** The least chunk size of zlib in bytes; incompressible data become no longer than this. */
const minChunkBytes = 64;

/**
 * The size of zlib's output buffer for this many bytes of output. Node.js holds the last buffer of a call until the next
 * full garbage collection, so that larger ones would cause such collections. Smaller ones are from its pool of buffers,
 * and would retain the rest of it.
 */
export const chunkSizeFor = (bytes: number): number => Math.min(Math.max(Math.ceil(bytes), 4096), 16_384);
