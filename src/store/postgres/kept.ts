import type { KeptBytes } from '../kept-bytes.ts';
import type { Blob } from '../store.ts';

/** Kept bytes out of the two columns that hold them. */
export function keptOf(inline: Buffer | null, blob: Blob | null): KeptBytes {
  return blob === null ? { inline: inline ?? new Uint8Array(), blob: null } : { inline: null, blob };
}
