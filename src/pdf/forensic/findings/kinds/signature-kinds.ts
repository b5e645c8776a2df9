import type { FindingKind } from '../finding-kind.ts';

/** Findings about signatures: their integrity, their signers, and changes after them. */
export const signatureKinds = {
  'digest-mismatch': [
    'signature',
    'critical',
    'Signed bytes were changed',
    'The bytes that the signature covers are not those that were signed.',
  ],
  'signature-invalid': [
    'signature',
    'critical',
    'The signature is not one of its certificate',
    'The value of the signature does not match the certificate that it names, or cannot be read: it was not ' +
      'made by that signer.',
  ],
  'byte-range-malformed': [
    'signature',
    'critical',
    'Invalid ByteRange',
    'The signature claims to cover bytes that are not a range of this file: negative, overlapping, unordered, not ' +
      'from the start, or past the end. Readers that do not check this accept any content as signed.',
  ],
  'byte-range-wrapped': [
    'signature',
    'critical',
    'More than the signature is excluded from the signed bytes',
    'The gap in ByteRange contains more than the signature itself, so that content there can be replaced ' +
      '(signature wrapping).',
  ],
  'byte-range-partial': [
    'signature',
    'critical',
    'The signature ends before its version of the file does',
    'The last bytes of the version that was signed are not covered, so that they can be changed without ' +
      'breaking the signature.',
  ],
  'signature-hollow': [
    'signature',
    'critical',
    'A signature without its substance',
    'The signature has no ByteRange or no value, which some readers accept as valid (universal signature forgery).',
  ],
  'changes-not-judged': [
    'signature',
    'high',
    'Not everything after a signature was judged',
    'Changes after a signature could not be compared completely with the signed content: the document is damaged ' +
      'there, or exceeds a limit. The absence of other findings about it proves nothing.',
  ],
  'signature-borrowed': [
    'signature',
    'high',
    'Two fields show one signature',
    'Another field refers to the signature of this one, so that it looks as if it had been signed ' + 'there, too.',
  ],
  'signature-over-text': [
    'signature',
    'high',
    'A later signature covers signed text',
    'The appearance of a later signature covers text that was visible when the document was signed.',
  ],
  'ambiguous-after-signature': [
    'signature',
    'high',
    'An update that readers read in two ways',
    'After the signed bytes there is a dictionary that has an entry twice: some readers take the first and some ' +
      'the last, so that some may show unsigned content.',
  ],
  'signature-removed': [
    'signature',
    'high',
    'A signature was removed',
    'An earlier version of the file has a signature that the newest one does not show.',
  ],
  'signed-content-changed': [
    'signature',
    'critical',
    'Signed content was changed after signing',
    'An update after the signature changes signed content in a way that neither filling in, nor signing, nor ' +
      'validation data explains.',
  ],
  'certification-violated': [
    'signature',
    'critical',
    'A change that the certification forbids',
    'The document was certified with permissions that do not include a later change.',
  ],
  'locked-field-changed': [
    'signature',
    'critical',
    'A locked field was changed',
    'A signature locked this field, and its value or appearance has changed since.',
  ],
  'signed-picture-differs': [
    'signature',
    'critical',
    'The page does not look as it was signed',
    'The page as it was signed and the page as it is now differ outside of everything that is permitted to change.',
  ],
  'signed-text-covered': [
    'signature',
    'critical',
    'Signed text was covered or uncovered',
    'Text of the page that was visible when it was signed is invisible now, or the reverse ' + '(shadow attack, hide).',
  ],
  'unlisted-after-signature': [
    'signature',
    'critical',
    'Objects were added after the signature without a version of their own',
    'After the signed bytes there are objects that no cross-reference lists: readers that repair files show them ' +
      'in place of the signed content (incremental saving attack).',
  ],
  'signed-objects-unused': [
    'signature',
    'high',
    'The signed version carries a hidden second document',
    'Pages that nothing refers to were signed with the others: an update of a few bytes can show them ' +
      'instead (shadow attack, hide and replace).',
  ],
  'field-look-differs': [
    'signature',
    'high',
    'A field does not show its value',
    'The appearance of a field was replaced, so that it shows another text than the value that programs read.',
  ],
  'button-look-exchanged': [
    'signature',
    'high',
    'The appearances of a button were replaced',
    'The appearances of the states of a check box or radio button were replaced after signing: it may look ' +
      'ticked without being so, or the reverse.',
  ],
  'field-turned': [
    'signature',
    'medium',
    'A field was hidden or shown',
    'A visible field was hidden after the signature, or a hidden one was shown: scripts of forms ' +
      'do so, and so do forgers who want other words to be read.',
  ],
  'annotation-after-signature': [
    'signature',
    'low',
    'Annotated after signing',
    'Annotations were added or changed after the signature, as it permits: their content was not signed.',
  ],
  'updated-after-signature': [
    'signature',
    'info',
    'Updated after signing',
    'The file was changed after the signature in permitted ways.',
  ],
  'signature-unverified': [
    'signature',
    'low',
    'A signature of a kind that is not verified',
    'Its format is old or rare, so that only its coverage was checked.',
  ],
  'signature-weak': [
    'signature',
    'low',
    'Weak algorithm',
    'The signature uses a digest or key that is no longer considered safe.',
  ],
  'certificate-not-in-time': [
    'signature',
    'low',
    'Certificate not valid at the time of signing',
    'By the time that the signature states, which is a claim, its certificate was not valid yet or had expired.',
  ],
  'signature-deviates': [
    'signature',
    'low',
    'A signature that deviates from its standard',
    'A part of the signature that it does not cover deviates from the standard. This proves no forgery, ' +
      'and readers ignore it.',
  ],
  'usage-rights': [
    'signature',
    'info',
    'Usage rights',
    'The file has a usage rights signature of Adobe Reader, which does not state who wrote it.',
  ],
} as const satisfies Record<string, FindingKind>;
