import type { DatabaseSync } from 'node:sqlite';
import type { BlobFolder } from '../blobs/blob-folder.ts';
import type { BlobUses } from './blob-uses.ts';
import type { Guarded } from './guarded.ts';
import type { Reserve } from './reserve.ts';

/** The parts that the facets of the embedded store share. */
export interface Parts {
  readonly database: DatabaseSync;
  readonly blobs: BlobFolder;
  readonly uses: BlobUses;
  readonly guarded: Guarded;
  readonly reserve: Reserve;
}
