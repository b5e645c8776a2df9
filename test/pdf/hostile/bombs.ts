import { contentBombs } from './content-bombs.ts';
import { documentBombs } from './document-bombs.ts';
import { fileBombs } from './file-bombs.ts';
import { fontBombs } from './font-bombs.ts';
import { metadataBombs } from './metadata-bombs.ts';
import type { Bomb } from './bomb-file.ts';

/** All bombs by name. */
export const bombs: Readonly<Record<string, Bomb>> = {
  ...contentBombs,
  ...documentBombs,
  ...fileBombs,
  ...fontBombs,
  ...metadataBombs,
};
