import type { Blob, BlobStore } from './facets/blobs.ts';

/** The most bytes that stay in a row. */
export const maxRowBytes = 64 * 1024;

/** Bytes that belong to a row: in it while they are few, else as a blob that it names. */
export type StoredBytes =
  { readonly inline: Uint8Array; readonly blob: null } | { readonly inline: null; readonly blob: Blob };

/** To be called before the transaction that writes the row: a blob is durable before a row names it. */
export async function storeBytes(blobs: Pick<BlobStore, 'put'>, bytes: Uint8Array): Promise<StoredBytes> {
  return bytes.byteLength <= maxRowBytes
    ? { inline: bytes, blob: null }
    : { inline: null, blob: await blobs.put(bytes) };
}

export function lengthOf({ inline, blob }: StoredBytes): number {
  return blob === null ? inline.byteLength : blob.size;
}

export function readStored(blobs: Pick<BlobStore, 'read'>, { inline, blob }: StoredBytes): Promise<Uint8Array> {
  return blob === null ? Promise.resolve(inline) : blobs.read(blob);
}
