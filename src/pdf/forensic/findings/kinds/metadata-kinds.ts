import type { FindingKind } from '../finding-kind.ts';

/** Findings about metadata. */
export const metadataKinds = {
  'info-xmp-differ': [
    'metadata',
    'low',
    'Two sets of metadata that differ',
    'The information dictionary and the XMP differ, for example because only one of them was changed.',
  ],
  'dates-reversed': [
    'metadata',
    'low',
    'Changed before it was created',
    'The date of the last change is before that of creation.',
  ],
  'date-in-future': [
    'metadata',
    'medium',
    'A date in the future',
    'A date of the document is in the future: a clock was wrong, or the date was made up.',
  ],
  'signed-before-created': [
    'metadata',
    'medium',
    'Signed before it was created',
    'The time that the signature states is before the date of creation.',
  ],
  'producer-changed': [
    'metadata',
    'info',
    'Written by several programs',
    'An update was written by another program than the version before it, or claims to be.',
  ],
  'producer-unlike': [
    'metadata',
    'low',
    'Not written by the program that it names',
    'The first bytes of the file are those of another program than the one that the metadata name: another one ' +
      'rewrote it, or the metadata were changed.',
  ],
  location: [
    'metadata',
    'medium',
    'A picture states where it was taken',
    'A photograph in the document has coordinates.',
  ],
  camera: [
    'metadata',
    'info',
    'A picture states which camera took it',
    'A photograph in the document states the make, the time or the software of the camera.',
  ],
  'editing-history': [
    'metadata',
    'info',
    'Editing history',
    'The metadata list steps of editing, or the document that this one came from.',
  ],
  thumbnail: [
    'metadata',
    'info',
    'Thumbnails of pages',
    'Pages have thumbnails, which may show how they looked before.',
  ],
  'private-data': [
    'metadata',
    'info',
    'Private data of programs',
    'The program that made the document left data for itself in it, often whole source files.',
  ],
  'identifier-changed': [
    'metadata',
    'info',
    'Saved again since it was first written',
    'The two halves of the file identifier differ.',
  ],
} as const satisfies Record<string, FindingKind>;
