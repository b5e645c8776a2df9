import type { Blob, BlobStore } from './facets/blobs.ts';

/** Longer values become blobs. */
export const maxRowBytes = 64 * 1024;

/** The bytes of a row: in the row itself when they are few, else in a blob that the row names. */
export type StoredBytes =
  { readonly inline: Uint8Array; readonly blob: null } | { readonly inline: null; readonly blob: Blob };

/**
 * Stores bytes for a row, in a blob when they are many. Called before the transaction that writes the row, because a
 * blob must be durable before a row names it.
 */
export async function storeBytes(blobs: Pick<BlobStore, 'put'>, bytes: Uint8Array): Promise<StoredBytes> {
  return bytes.byteLength <= maxRowBytes
    ? { inline: bytes, blob: null }
    : { inline: null, blob: await blobs.put(bytes) };
}

/** The number of bytes. */
export function lengthOf({ inline, blob }: StoredBytes): number {
  return blob === null ? inline.byteLength : blob.size;
}

/** The bytes themselves. Rejects as `BlobStore.read` does. */
export function readStored(blobs: Pick<BlobStore, 'read'>, { inline, blob }: StoredBytes): Promise<Uint8Array> {
  return blob === null ? Promise.resolve(inline) : blobs.read(blob);
}
