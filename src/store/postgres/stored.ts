import type { StoredBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';

/** The stored bytes of two columns. */
export function storedOf(inline: Buffer | null, blob: Blob | null): StoredBytes {
  return blob === null ? { inline: inline ?? new Uint8Array(), blob: null } : { inline: null, blob };
}
