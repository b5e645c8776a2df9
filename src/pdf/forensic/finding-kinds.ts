import type { Category, Severity } from './severity.ts';

/**
 * All that can be found: category, severity, title, and what it means. `critical` is a promise of a signature that does
 * not hold; `high` may deceive or endanger readers, or is a secret that is none; `medium` is worth a look; `low` and
 * `info` are in clean files, too.
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

  'script-on-open': [
    'active-content',
    'medium',
    'A script runs when the document opens',
    'Viewers that run scripts run this one without being asked.',
  ],
  script: ['active-content', 'low', 'Script', 'A script is in the document; in forms that is usual.'],
  'script-dangerous': [
    'active-content',
    'high',
    'A script as attacks use it',
    'The script opens attached programs, or builds code out of numbers: documents have no use for that.',
  ],
  launch: [
    'active-content',
    'high',
    'Starts a program or opens a file',
    "An action of the document has the viewer start a program or open a file of the reader's machine.",
  ],
  'submit-form': [
    'active-content',
    'medium',
    'Sends form data away',
    'An action sends what is filled in to an address.',
  ],
  'import-data': [
    'active-content',
    'medium',
    'Takes data from a file',
    "An action fills the form from a file of the reader's machine.",
  ],
  'remote-goto': ['active-content', 'low', 'Leads to another file', 'A link opens another document.'],
  'network-path': [
    'active-content',
    'high',
    'Leads to a server of the local network',
    "A path that begins with a server's name makes Windows log in there, which gives away the reader's password hash.",
  ],
  uri: ['active-content', 'info', 'Links', 'Links lead to addresses outside of the document.'],
  'uri-odd': [
    'active-content',
    'medium',
    'A link that is no web address',
    "The link runs a script, holds data, or leads into the reader's machine.",
  ],
  multimedia: [
    'active-content',
    'low',
    'Sound, film or 3D',
    'The document plays media, for which viewers need further programs.',
  ],
  xfa: [
    'active-content',
    'low',
    'XFA form',
    'The form is described twice, as PDF and as XFA: viewers show one or the other.',
  ],
  'external-stream': [
    'active-content',
    'medium',
    'Content that is not in the file',
    'Data of the document is in another file or on a server: what is shown can change without the document changing.',
  ],
  'layer-action': [
    'active-content',
    'low',
    'An action shows or hides content',
    'What is seen depends on what the reader clicks.',
  ],
  'other-action': [
    'active-content',
    'info',
    'Other actions',
    'Actions of the viewer such as going to pages or printing.',
  ],

  attachment: ['embedded-file', 'info', 'Attached file', 'A file is attached to the document.'],
  'attachment-program': [
    'embedded-file',
    'high',
    'Attached program',
    'An attached file is a program, a script or a macro document.',
  ],
  'attachment-web-page': [
    'embedded-file',
    'medium',
    'Attached web page',
    'An attached file opens in a browser, which runs the scripts in it.',
  ],
  'attachment-disguised': [
    'embedded-file',
    'high',
    'An attached file is not what its name says',
    'Its content is of another kind than its name.',
  ],
  'attachment-pdf': ['embedded-file', 'info', 'Attached PDF', 'An attached PDF was looked into as well.'],
  'attachment-pdf-alarming': [
    'embedded-file',
    'high',
    'An attached PDF is suspicious',
    'Looked into by itself, the attached PDF is suspicious or tampered with.',
  ],

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

  'info-xmp-differ': [
    'metadata',
    'low',
    'Two sets of metadata that differ',
    'The information dictionary and the XMP say different things, as they do when one of them was changed alone.',
  ],
  'dates-reversed': [
    'metadata',
    'low',
    'Changed before it was made',
    'The date of the last change is before that of creation.',
  ],
  'date-in-future': [
    'metadata',
    'medium',
    'A date that is yet to come',
    'A date of the document is in the future: a clock was wrong, or the date was made up.',
  ],
  'signed-before-created': [
    'metadata',
    'medium',
    'Signed before it was made',
    'The time that the signature states is before the date of creation.',
  ],
  'producer-changed': [
    'metadata',
    'info',
    'Written by several programs',
    'An update was written by another program than the version before it, or says so.',
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
    'A picture says where it was taken',
    'A photograph in the document carries coordinates.',
  ],
  camera: [
    'metadata',
    'info',
    'A picture says what it was taken with',
    'A photograph in the document carries the make, the time or the software of the camera.',
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
    'Small pictures of pages',
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

  'bytes-before-header': ['structure', 'low', 'Bytes before the header', 'The PDF does not begin with the file.'],
  polyglot: [
    'structure',
    'high',
    'The file is something else at the same time',
    'The bytes outside of the PDF make it a file of another kind as well, which gets past filters.',
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
    'Readers that go by the table and readers that repair the file see different content.',
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
  'objects-unused': ['structure', 'info', 'Unused objects', 'Objects that nothing leads to are left in the file.'],
  'pages-unused': [
    'structure',
    'medium',
    'Pages that nothing leads to',
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
    'Not looked into whole',
    'A part of the analysis was given up, because the document takes more than is allowed or is broken there: ' +
      'that nothing else is told of it proves nothing.',
  ],

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
} as const satisfies Record<string, readonly [Category, Severity, string, string]>;

export type FindingId = keyof typeof findingKinds;
