import type { DatabaseSync } from 'node:sqlite';
import type { BlobFolder } from '../blobs/blob-folder.ts';
import type { BlobUses } from './blob-uses.ts';
import type { Guarded } from './guarded.ts';
import type { Reserve } from './reserve.ts';

/** What the facets of the embedded store are made of. */
export interface Parts {
  readonly database: DatabaseSync;
  readonly blobs: BlobFolder;
  readonly uses: BlobUses;
  readonly guarded: Guarded;
  readonly reserve: Reserve;
}
