import type { DatabaseSync } from 'node:sqlite';
import type { StoredBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';

/** The table of the rows that name blobs. migrations.ts describes its values and when they are removed. */
export interface BlobUses {
  /** Adds rows, within the transaction that writes the row `usedBy`. */
  add(usedBy: string, blobs: readonly Blob[]): void;
  /** Returns those of the digests that a row names. */
  among(digests: readonly string[]): ReadonlySet<string>;
}

/** The table in this database. */
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

/** The blob of stored bytes, as a list of none or one. */
export function blobsOf({ blob }: StoredBytes): readonly Blob[] {
  return blob === null ? [] : [blob];
}
