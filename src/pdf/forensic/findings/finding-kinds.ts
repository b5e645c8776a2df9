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
    'The file contains its earlier versions, each of which can be recovered.',
  ],
  'revision-orphaned': [
    'revision',
    'medium',
    'A complete version that the file no longer refers to',
    'The file has an end with a cross-reference that the newest one does not refer to: somebody ' +
      'joined files, or returned to an older version and left the newer one in the file.',
  ],
  'revision-pages-changed': [
    'revision',
    'low',
    'An update changed what pages show',
    'A page looks different than in an earlier version of the file, or was added or removed.',
  ],
  'many-revisions': [
    'revision',
    'low',
    'More versions than were compared',
    'Only the first and the newest versions were compared; depth `deep` compares more of them.',
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
