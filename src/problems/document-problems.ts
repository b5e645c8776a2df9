import type { ProblemRow } from './problem-row.ts';

/** A warning that `failOn` turns into an error; docs/warnings.md has the page of each. */
const warned = (title: string) =>
  [
    422,
    title,
    'The document has the warning of this name, and `failOn` requests a failure.',
    'Correct each mistake in `errors`; [warnings.md](warnings.md) explains the warning.',
  ] as const;

/** Problems of the documents and the content of a valid request: status 422. */
export const documentProblems = {
  'invalid-pdf': [
    422,
    'Invalid PDF',
    'The document is not a PDF that can be read.',
    'Check the file; `detail` names the fault.',
  ],
  'encrypted-pdf': [422, 'Encrypted PDF', 'The document needs a password.', 'Send it as `password`.'],
  'wrong-password': [
    422,
    'Wrong password',
    'The password does not open the document or key.',
    'Send the right password.',
  ],
  'page-out-of-range': [
    422,
    'Page out of range',
    'A page range names a page that the document does not have.',
    'Name pages up to the last, or leave the end open (`3-`).',
  ],
  'field-not-found': [
    422,
    'Field not found',
    'The form has no field of that name.',
    'List the fields with `export: "fields"`.',
  ],
  'field-value-invalid': [
    422,
    'Field value invalid',
    'The value does not suit the field.',
    '`errors` states what the field accepts.',
  ],
  'invalid-image': [
    422,
    'Invalid image',
    'The image data cannot be decoded.',
    'Send PNG, JPEG, WebP, AVIF, GIF or SVG.',
  ],
  'invalid-font': [422, 'Invalid font', 'The font data cannot be read.', 'Send TrueType, OpenType, WOFF or WOFF2.'],
  'invalid-certificate': [
    422,
    'Invalid certificate',
    'The certificate cannot be used to sign.',
    'Use a valid certificate that permits signing; `detail` names the fault of this one.',
  ],
  'certificate-key-mismatch': [
    422,
    'Certificate and key do not match',
    'The private key does not belong to the certificate.',
    'Send the key of this certificate.',
  ],
  'template-error': [
    422,
    'Template error',
    'The template cannot be parsed, or failed while it was filled.',
    '`detail` has the line and the reason.',
  ],
  'template-data-invalid': [
    422,
    'Template data invalid',
    'The data does not suit the template: a field is missing, or is of another type.',
    '`errors` lists every mistake with a JSON Pointer to it; [templates.md](templates.md) lists the fields.',
  ],
  'render-failed': [
    422,
    'Render failed',
    'The browser could not print this content.',
    'Simplify or correct what `detail` names.',
  ],
  'resource-blocked': [
    422,
    'Resource blocked',
    'The `url` of an operation is not allowed; or the content refers to a resource that policy forbids, and ' +
      '`failOn` requests a failure.',
    'Send the resource as an asset, or have its host allowed.',
  ],
  'resource-failed': [
    422,
    'Resource failed',
    'A resource could not be loaded or decoded, and `failOn` requests a failure.',
    'Repair the resource that `detail` names.',
  ],
  'console-error': [
    422,
    'Console error',
    'A script of the content reported an error, and `failOn` requests a failure.',
    'Repair the script; `detail` has its message.',
  ],
  'font-missing': [
    422,
    'Font missing',
    'The content uses a font that is not available, and `failOn` requests a failure.',
    'Send it in `document.fonts`, or use one from `fonts` of `GET /api/v1/capabilities`.',
  ],
  'glyph-missing': [
    422,
    'Glyph missing',
    'No font has a glyph for a character, and `failOn` requests a failure.',
    'Send a font that has it in `document.fonts`.',
  ],
  overflow: warned('Content overflows'),
  'element-unsupported': warned('Element not printed'),
  'reference-unresolved': [
    422,
    'Reference unresolved',
    'A reference leads to an id that nothing in the document has, or to an element without a number or a text to show; ' +
      'or a text calls a footnote that its operation does not have. ' +
      'In HTML and style sheets this is a warning, which `failOn` turns into this problem.',
    'Correct the id, give the intended element this `id`, or select another value (`page`, `number`, `text`). `errors` has ' +
      'a JSON Pointer to each reference.',
  ],
  'reference-unstable': warned('Reference unstable'),
  'link-broken': warned('Link to nothing'),
  'placeholder-unknown': warned('Unknown placeholder'),
  'variable-unknown': warned('Unknown variable'),
  'css-ignored': warned('CSS without effect'),
  'image-without-alt': warned('Image without a text'),
  'table-too-wide': warned('Table too wide'),
  'carry-ignored': warned('Sums not carried'),
  'columns-too-wide': warned('Columns too wide'),
  'barcode-too-small': warned('Barcode too small'),
  'numbering-ignored': warned('Numbering ignored'),
  'page-ignored': warned('Page ignored'),
  'wait-ignored': warned('Wait ignored'),
  'encoding-guessed': warned('Encoding guessed'),
  'still-moving': warned('Still moving'),
  'navigation-blocked': warned('Navigation blocked'),
  'language-unknown': warned('Language of code unknown'),
  'code-not-highlighted': warned('Code not highlighted'),
  'html-as-text': warned('HTML printed as text'),
  'diagram-as-code': warned('Diagram printed as code'),
  'background-left-out': warned('Background left out'),
  'attachment-renamed': warned('Attachment renamed'),
  'field-renamed': warned('Field renamed'),
  'field-not-placed': warned('Field not placed'),
  'nothing-to-render': [
    422,
    'Nothing to render',
    'The operations produce no content on any page.',
    'Add an operation with content.',
  ],
  'conformance-not-reached': [
    422,
    'Conformance not reached',
    'The document cannot be made to conform to the requested standard.',
    'Correct the findings in `detail`, or request a standard that allows them.',
  ],
  'redaction-incomplete': [
    422,
    'Redaction incomplete',
    'Content to be redacted was still found in the result, so nothing was returned.',
    '`detail` names the place; add it to `areas`.',
  ],
  'signature-would-break': [
    422,
    'Signature would break',
    'The change would make a signature of the document invalid.',
    'Send `breakSignatures: true` if this is intended. Where there is no such field, leave the signed pages as they are.',
  ],
  'signature-covers-text': [
    422,
    'Signature covers text',
    'The visible signature would cover text of its page, and `onCover` is `refuse`. `detail` quotes the text.',
    'Choose another `appearance.box`, or send `onCover: "warn"`.',
  ],
  'too-many-pages': [
    422,
    'Too many pages',
    'The document has more pages than allowed.',
    'Split it, or raise `output.maxPages` up to the limit of the deployment.',
  ],
  'limit-exceeded': [
    422,
    'Limit exceeded',
    'The content exceeds a limit on objects, depth, bytes, pixels or time.',
    'Send less of what `detail` names.',
  ],
} as const satisfies Record<string, ProblemRow>;
