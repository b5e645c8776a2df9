import type { Readable } from 'node:stream';

/** Bytes that are stored under their own digest. */
export interface Blob {
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Large values, content-addressed, in a folder that all nodes share. A blob exists before the row that names it is
 * committed. It is removed only when no row names it and nobody has used it for a while (`Store.sweep`).
 */
export interface BlobStore {
  /**
   * Writes to a temporary file, flushes it, renames it and flushes the folder. The blob is durable when the call
   * resolves; nothing is left half-written when it rejects. Equal content is stored once.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Blob>;
  /**
   * The whole blob, in a buffer of its own that may be transferred to a thread. Rejects when the blob is missing or
   * does not match its digest.
   */
  read(blob: Blob): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The blob as a stream, for one that is too large for memory. The digest is checked before the call resolves, so it
   * rejects as `read` does. The caller reads the stream to its end or destroys it.
   */
  open(blob: Blob): Promise<Readable>;
}

/** The sum of the sizes of blobs, in bytes. */
export function sizeOf(blobs: readonly Blob[]): number {
  return blobs.reduce((sum, { size }) => sum + size, 0);
}
