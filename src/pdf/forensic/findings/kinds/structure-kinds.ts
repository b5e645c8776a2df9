import type { FindingKind } from '../finding-kind.ts';

/** Findings about the structure of the file. */
export const structureKinds = {
  'bytes-before-header': ['structure', 'low', 'Bytes before the header', 'The PDF does not begin with the file.'],
  polyglot: [
    'structure',
    'high',
    'The file is something else at the same time',
    'The bytes outside of the PDF make it a file of another type as well, which filters can miss.',
  ],
  'bytes-after-end': ['structure', 'low', 'Bytes after the end', 'There are bytes after the end of the PDF.'],
  'bytes-between': [
    'structure',
    'low',
    'Bytes between objects',
    'There are bytes that belong to no object and to no cross-reference.',
  ],
  'objects-after-end': [
    'structure',
    'medium',
    'Objects after the end of the file',
    'Objects follow the last version without a cross-reference: readers that repair files show them, others do not.',
  ],
  'object-defined-twice': [
    'structure',
    'medium',
    'An object is defined twice in one version',
    'Readers that use the table and readers that repair the file show different content.',
  ],
  'entry-twice': [
    'structure',
    'medium',
    'A dictionary has an entry twice',
    'Some readers take the first of the two values and some the last, so that they may show different content.',
  ],
  damaged: [
    'structure',
    'medium',
    'Damaged cross-reference',
    'The file can only be read by repairing it, and readers may repair it differently.',
  ],
  'objects-unused': ['structure', 'info', 'Unused objects', 'The file has objects that nothing refers to.'],
  'pages-unused': [
    'structure',
    'medium',
    'Pages that nothing refers to',
    'The file has pages outside of its page tree.',
  ],
  linearized: ['structure', 'info', 'Linearized', 'The file is arranged for fast display over a network.'],
  hybrid: [
    'structure',
    'info',
    'Hybrid cross-reference',
    'The file has a table for old readers and a stream for new ones.',
  ],
  encrypted: ['structure', 'info', 'Encrypted', 'The file is encrypted.'],
  'not-read-whole': [
    'structure',
    'medium',
    'Not analyzed completely',
    'A part of the analysis was stopped, because the document exceeds a limit or is broken there: ' +
      'the absence of other findings about it proves nothing.',
  ],
} as const satisfies Record<string, FindingKind>;
