/** The part of a document that a person examines for a condition that a machine can not decide. */
export type Look =
  | 'document'
  | 'pages'
  | 'figures'
  | 'headings'
  | 'tables'
  | 'lists'
  | 'formulas'
  | 'notes'
  | 'links'
  | 'annotations'
  | 'fields'
  | 'scripts'
  | 'media'
  | 'artifacts'
  | 'ocr'
  | 'threads'
  | 'roles'
  | 'actions'
  | 'image-maps';

/**
 * A failure condition of the Matterhorn Protocol 1.1. The protocol expresses PDF/UA-1 in conditions that either a
 * machine or a person can decide.
 */
export interface Condition {
  /** "13-004" */
  readonly id: string;
  /** Clause of ISO 14289-1. */
  readonly clause: string;
  readonly text: string;
  /** Rules that find it; none for a condition that a person decides. */
  readonly rules?: readonly string[];
  /** Selects those findings of the rules by their detail. */
  readonly detail?: RegExp;
  /** The part that a person examines. */
  readonly look?: Look;
}

/** The checkpoints in their order. Those without a condition here (23, 27) have none that a machine decides alone. */
export const checkpoints: readonly string[] = [
  'Real content tagged',
  'Role mapping',
  'Flickering',
  'Colour and contrast',
  'Sound',
  'Metadata',
  'Dictionary',
  'OCR validation',
  'Appropriate tags',
  'Character mappings',
  'Declared natural language',
  'Stretchable characters',
  'Graphics',
  'Headings',
  'Tables',
  'Lists',
  'Mathematical expressions',
  'Page headers and footers',
  'Notes and references',
  'Optional content',
  'Embedded files',
  'Article threads',
  'Digital signatures',
  'Non-interactive forms',
  'XFA',
  'Security',
  'Navigation',
  'Annotations',
  'Actions',
  'XObjects',
  'Fonts',
];
