import type { FindingKind } from '../finding-kind.ts';

/** Findings about text and pages that can be recovered, and differences between readers. */
export const readingKinds = {
  'text-recoverable': [
    'recoverable',
    'low',
    'Text of an earlier version',
    'Text that the newest version does not show can be had back from an earlier one.',
  ],
  'text-in-unused': [
    'recoverable',
    'low',
    'Text in objects that are not used',
    'Content that no page shows is left in the file, with text in it.',
  ],
  'pages-recoverable': [
    'recoverable',
    'low',
    'Pages of an earlier version',
    'Pages that were removed can be had back from an earlier version.',
  ],

  'page-count-differs': [
    'parser-difference',
    'medium',
    'Readers count different pages',
    'Programs that read the file one way see other pages than those that read it another way.',
  ],
  'text-differs': [
    'parser-difference',
    'medium',
    'Readers see different text',
    'Programs that read the file one way see other text on the page than those that read it another way.',
  ],
  'reader-refuses': [
    'parser-difference',
    'low',
    'A reader does not open it',
    'One of the programs that were tried refuses the file.',
  ],
} as const satisfies Record<string, FindingKind>;
