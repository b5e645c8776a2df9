import type { FindingKind } from '../finding-kind.ts';

/** Findings about hidden text and failed redactions. */
export const hiddenKinds = {
  'text-invisible': [
    'hidden-content',
    'low',
    'Invisible text',
    'Text is drawn invisibly, but searching and copying find it.',
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
    'Text is outside of the visible part of the page.',
  ],
  'text-clipped': [
    'hidden-content',
    'low',
    'Text that is clipped away',
    'Text is drawn where a clipping path hides it.',
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
    'Text in the colour of its background',
    'The text is invisible, but machines read it: searching, copying, screen readers, language models.',
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
    'A box was drawn over the text instead of removing it: the text is still there, and a few clicks copy it.',
  ],
  'redaction-pending': [
    'failed-redaction',
    'high',
    'Redaction marked, not applied',
    'The place was marked for redaction, and the content under the mark is still there.',
  ],
} as const satisfies Record<string, FindingKind>;
