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
    'The value of the signature does not fit the certificate that it names, or can not be read: it was not ' +
      'made by that signer.',
  ],
  'byte-range-malformed': [
    'signature',
    'critical',
    'ByteRange makes no sense',
    'What the signature says that it covers is not a range of this file: negative, overlapping, unordered, not ' +
      'from the start, or past the end. Readers that do not look take anything for signed.',
  ],
  'byte-range-wrapped': [
    'signature',
    'critical',
    'More than the signature is left out of what is signed',
    'The place that ByteRange leaves out holds more than the signature itself, where content can be exchanged ' +
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
    'The signature has no ByteRange or no value, which some readers take for valid (universal signature forgery).',
  ],
  'changes-not-judged': [
    'signature',
    'high',
    'Not everything after a signature was judged',
    'What came after a signature could not be compared whole with what was signed: the document is damaged ' +
      'there, or takes more than is allowed. That nothing else is told of it proves nothing.',
  ],
  'signature-borrowed': [
    'signature',
    'high',
    'Two fields show one signature',
    'Another field was given the signature of this one as its own, so that it looks as if it had been signed ' +
      'there, too.',
  ],
  'signature-over-text': [
    'signature',
    'high',
    'A later signature stands over signed text',
    'The look of a signature that came later covers text that could be seen when the document was signed.',
  ],
  'ambiguous-after-signature': [
    'signature',
    'high',
    'An update that readers read in two ways',
    'After the signed bytes stands a dictionary that has an entry twice: some readers take the first and some ' +
      'the last, so that some may show what was not signed.',
  ],
  'signature-removed': [
    'signature',
    'high',
    'A signature was taken out',
    'An earlier version of the file has a signature that the newest one does not show.',
  ],
  'signed-content-changed': [
    'signature',
    'critical',
    'Signed content was changed after signing',
    'An update after the signature changes what was signed in a way that neither filling in, nor signing, nor ' +
      'validation data explains.',
  ],
  'certification-violated': [
    'signature',
    'critical',
    'A change that the certification forbids',
    'The document was certified with permissions that do not include what was changed afterwards.',
  ],
  'locked-field-changed': [
    'signature',
    'critical',
    'A locked field was changed',
    'A signature locked this field, and its value or look is another one now.',
  ],
  'signed-picture-differs': [
    'signature',
    'critical',
    'The page does not look as it was signed',
    'Drawn as it was signed and as it is now the page differs, outside of anything that may change.',
  ],
  'signed-text-covered': [
    'signature',
    'critical',
    'Signed text was covered or uncovered',
    'Text of the page that could be seen when it was signed can not be seen now, or the other way round ' +
      '(shadow attack, hide).',
  ],
  'unlisted-after-signature': [
    'signature',
    'critical',
    'Objects were added after the signature without a version of their own',
    'After the signed bytes stand objects that no cross-reference lists: readers that repair files show them ' +
      'in place of what was signed (incremental saving attack).',
  ],
  'signed-objects-unused': [
    'signature',
    'high',
    'The signed version carries a hidden second document',
    'Pages that nothing leads to were signed along with the others: an update of a few bytes can show them ' +
      'instead (shadow attack, hide and replace).',
  ],
  'field-look-differs': [
    'signature',
    'high',
    'A field shows something else than its value',
    'The appearance of a field was exchanged so that it shows another text than the value that programs read.',
  ],
  'button-look-exchanged': [
    'signature',
    'high',
    'A button was given another look',
    'The looks that a check box or radio button chooses between were exchanged after signing: it may look ' +
      'ticked and not be, or the other way round.',
  ],
  'field-turned': [
    'signature',
    'medium',
    'A field was hidden or brought into view',
    'Since the signature a field that could be seen is hidden, or a hidden one can be seen: scripts of forms ' +
      'do so, and so does who wants other words to be read.',
  ],
  'annotation-after-signature': [
    'signature',
    'low',
    'Annotated after signing',
    'Annotations were added or changed after the signature, as it allows: what they show was not signed.',
  ],
  'updated-after-signature': [
    'signature',
    'info',
    'Updated after signing',
    'The file was changed after the signature in ways that are allowed.',
  ],
  'signature-unverified': [
    'signature',
    'low',
    'A signature of a kind that is not verified',
    'Its format is old or rare, so that only its coverage was looked at.',
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
    'A signature that is not made as it should be',
    'Something in the signature that it does not cover itself is not as it should be. It proves nothing wrong, ' +
      'and readers overlook it.',
  ],
  'usage-rights': [
    'signature',
    'info',
    'Usage rights',
    'The file has a usage rights signature of Adobe Reader, which says nothing of who wrote it.',
  ],
} as const satisfies Record<string, FindingKind>;
