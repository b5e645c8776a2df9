import type { FindingKind } from './finding-kind.ts';
import { signatureKinds } from './kinds/signature-kinds.ts';
import { activeKinds } from './kinds/active-kinds.ts';
import { hiddenKinds } from './kinds/hidden-kinds.ts';
import { metadataKinds } from './kinds/metadata-kinds.ts';
import { structureKinds } from './kinds/structure-kinds.ts';
import { readingKinds } from './kinds/reading-kinds.ts';

/**
 * All kinds of findings by their identifier. Severities: `critical` is a signature that does not hold; `high` may
 * deceive or endanger readers, or is a secret that can be read; `medium` is worth a look; `low` and `info` occur in
 * clean files, too.
 */
export const findingKinds = {
  revisions: [
    'revision',
    'info',
    'The file was changed after it was first saved',
    'The file keeps its earlier versions, each of which can be had back.',
  ],
  'revision-orphaned': [
    'revision',
    'medium',
    'A whole version that the file no longer leads to',
    'The file has an end with a cross-reference of its own that the newest one does not go back to: somebody ' +
      'joined files, or went back to an older version and left the newer.',
  ],
  'revision-pages-changed': [
    'revision',
    'low',
    'An update changed what pages show',
    'A page looks different from how it did in an earlier version of the file, or came or went.',
  ],
  'many-revisions': [
    'revision',
    'low',
    'More versions than were looked at',
    'Only the first and the newest versions were compared; ask for depth `deep` to have more of them.',
  ],
  ...signatureKinds,
  ...activeKinds,
  ...hiddenKinds,
  ...metadataKinds,
  ...structureKinds,
  ...readingKinds,
} as const satisfies Record<string, FindingKind>;

/** Identifier of a kind of finding. */
export type FindingId = keyof typeof findingKinds;
