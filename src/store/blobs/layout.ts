import { join } from 'node:path';
import type { Blob } from '../facets/blobs.ts';

/**
 * Where things are in a blob folder: `ab/abcdef…` the blobs, `new/` what is being written, `trash/` what is being
 * removed.
 */
export interface Layout {
  readonly root: string;
  readonly aside: string;
  readonly trash: string;
  /** The folder of the blobs that start with the same two digits. */
  folderOf(sha256: string): string;
  fileOf(blob: Pick<Blob, 'sha256'>): string;
}

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

export function isDigest(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
