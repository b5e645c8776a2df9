import { join } from 'node:path';
import type { Blob } from '../facets/blobs.ts';

/**
 * The folders of a blob folder: `ab/abcdef…` holds the blobs, `new/` files that are being written, `trash/` files that
 * are being removed.
 */
export interface Layout {
  readonly root: string;
  readonly aside: string;
  readonly trash: string;
  /** The folder of the blobs whose digests start with the same two digits. */
  folderOf(sha256: string): string;
  fileOf(blob: Pick<Blob, 'sha256'>): string;
}

/** The layout of the blob folder at `root`. */
export function layoutOf(root: string): Layout {
  const folderOf = (sha256: string): string => join(root, sha256.slice(0, 2));
  return {
    root,
    aside: join(root, 'new'),
    trash: join(root, 'trash'),
    folderOf,
    fileOf: ({ sha256 }) => join(folderOf(sha256), sha256),
  };
}

/** True for a SHA-256 in lower-case hex, which is the name of a blob. */
export function isDigest(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
