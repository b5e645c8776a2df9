import type { BlobFolder } from '../../blobs/blob-folder.ts';
import type { Database } from '../database.ts';
import type { Notices } from './notices.ts';
import type { Queue } from './queue.ts';

/** The parts of the store that jobs use. */
export interface JobParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly notices: Notices;
  readonly blobs: BlobFolder;
}
