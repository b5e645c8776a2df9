import type { StoredBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';

/** Kept bytes out of the two columns that hold them. */
export function storedOf(inline: Buffer | null, blob: Blob | null): StoredBytes {
  return blob === null ? { inline: inline ?? new Uint8Array(), blob: null } : { inline: null, blob };
}
