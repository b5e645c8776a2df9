import type { FindingKind } from '../finding-kind.ts';

/** Findings about hidden text and failed redactions. */
export const hiddenKinds = {
  'text-invisible': [
    'hidden-content',
    'low',
    'Invisible text',
    'Text is drawn so that it leaves no ink, yet is found by searching and copying.',
  ],
  'text-recognised': [
    'hidden-content',
    'info',
    'Scan with recognised text',
    'A picture of the page, with invisible text that makes it searchable.',
  ],
  'annotation-hidden': [
    'hidden-content',
    'low',
    'Hidden note or field',
    'An annotation with text is marked so that viewers leave it out; in forms that is usual.',
  ],
  'text-off-page': [
    'hidden-content',
    'low',
    'Text beside the page',
    'Text stands outside of what is shown of the page.',
  ],
  'text-clipped': [
    'hidden-content',
    'low',
    'Text that is clipped away',
    'Text is drawn where a clipping path shows nothing of it.',
  ],
  'text-covered': [
    'hidden-content',
    'low',
    'Covered text',
    'Something opaque was painted over text, which is still in the file.',
  ],
  'text-under-image': [
    'hidden-content',
    'low',
    'Text under a picture',
    'A picture was painted over text, which is still in the file.',
  ],
  'text-layer-off': [
    'hidden-content',
    'low',
    'Text in a layer that is off',
    'The text shows when the layer is switched on.',
  ],
  'text-same-colour': [
    'hidden-content',
    'medium',
    'Text in the colour of what is under it',
    'The text can not be seen, but is read by machines: searching, copying, screen readers, language models.',
  ],
  'text-tiny': [
    'hidden-content',
    'low',
    'Text too small to be seen',
    'The text is smaller than a point, but is read by machines.',
  ],

  'text-under-box': [
    'failed-redaction',
    'high',
    'Text under a redaction box',
    'A box was drawn over the text instead of taking it out: the text is still there, and is copied with a few clicks.',
  ],
  'redaction-pending': [
    'failed-redaction',
    'high',
    'Redaction marked, not applied',
    'The place was marked for redaction, and what is under the mark is still there.',
  ],
} as const satisfies Record<string, FindingKind>;
