import type { DatabaseSync } from 'node:sqlite';
import type { StoredBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';

/** Which rows name which blobs; migrations.ts tells who uses them, and when that ends. */
export interface BlobUses {
  /** Within the transaction that writes the row. */
  add(usedBy: string, blobs: readonly Blob[]): void;
  /** Which of these digests a row names. */
  among(digests: readonly string[]): ReadonlySet<string>;
}

export function blobUses(database: DatabaseSync): BlobUses {
  const added = database.prepare(
    'INSERT INTO blob_uses (sha256, used_by) VALUES (:sha256, :usedBy) ON CONFLICT DO NOTHING',
  );
  const found = database.prepare(
    'SELECT DISTINCT sha256 FROM blob_uses WHERE sha256 IN (SELECT value FROM json_each(?))',
  );
  return {
    add(usedBy, blobs) {
      for (const { sha256 } of blobs) added.run({ sha256, usedBy });
    },
    among: (digests) => new Set(found.all(JSON.stringify(digests)).map(({ sha256 }) => String(sha256))),
  };
}

/** The blob of bytes that are one. */
export function blobsOf({ blob }: StoredBytes): readonly Blob[] {
  return blob === null ? [] : [blob];
}
