import { attachmentSchema, type AttachmentOptions } from './attachments.ts';
import { failOnNames, type FailOn } from './fail-on.ts';
import { distinctNames, either, joi } from '../../input/fields.ts';
import { pageRange } from '../../input/range.ts';

const conformances = [
  'PDF/A-1b',
  'PDF/A-1a',
  'PDF/A-2b',
  'PDF/A-2u',
  'PDF/A-2a',
  'PDF/A-3b',
  'PDF/A-3u',
  'PDF/A-3a',
  'PDF/A-4',
  'PDF/A-4f',
  'PDF/UA-1',
] as const;
/** A standard that a document can conform to. */
export type Conformance = (typeof conformances)[number];

const permissions = ['print', 'modify', 'copy', 'annotate', 'fill', 'accessibility', 'assemble', 'print-high'] as const;
type Permission = (typeof permissions)[number];

/** `output.encryption` of a request. */
export interface EncryptionOptions {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly permissions?: readonly Permission[];
}

/** `output` of a render request. */
export interface OutputOptions {
  readonly tagged: boolean;
  readonly outline: boolean;
  readonly compress: boolean;
  readonly conformance?: Conformance | readonly Conformance[];
  readonly forms: boolean;
  readonly encryption?: EncryptionOptions;
  readonly attachments?: readonly AttachmentOptions[];
  readonly deterministic: boolean;
  readonly pages?: string;
  readonly maxPages?: number;
  readonly filename?: string;
  readonly failOn?: readonly FailOn[];
}

/** AES-256 takes the first 127 bytes of a password in UTF-8 (ISO 32000-2, 7.6.4.3.3); 31 characters always fit. */
const password = () => joi.string().allow('').max(127);

/** The fields of `output.encryption`. */
export const encryptionFields = {
  userPassword: password(),
  ownerPassword: password(),
  permissions: distinctNames(permissions),
};

const conformance = () => joi.string().valid(...conformances);

/** Joi schema of `output` in a request, with its defaults. */
export const outputSchema = joi.object<OutputOptions>({
  tagged: joi.boolean().default(true).description('Tags for accessibility.'),
  outline: joi.boolean().default(true).description('Bookmarks from the headings.'),
  compress: joi.boolean().default(true),
  conformance: either(
    joi.array().items(conformance()).min(1).max(conformances.length).unique(),
    conformance(),
  ).description(
    'One standard, or several that go together, as `["PDF/A-3a", "PDF/UA-1"]`. What follows from the content ' +
      'is made to conform; what only its author knows (a text for a picture, a level of headings that was left ' +
      'out) is a 422 `conformance-not-reached` with each finding, its place and its correction. A document ' +
      'that claims conformance has been checked.',
  ),
  forms: joi
    .boolean()
    .default(false)
    .description(
      'HTML `<input>`, `<select>` and `<textarea>` become AcroForm fields, 20,000 in a document at most; else ' +
        'they are printed as pictures of what they show.',
    ),
  encryption: joi.object(encryptionFields).description('AES-256.'),
  attachments: joi
    .array()
    .items(attachmentSchema())
    .max(1000)
    .description('Files in the PDF, as `add_attachment` has them.'),
  deterministic: joi
    .boolean()
    .default(false)
    .description(
      'The same input gives the same bytes, so the document has no dates and takes neither `encryption`, whose ' +
        'salts are random, nor `{date}`. Scripts that read the clock or random numbers are yours to avoid.',
    ),
  pages: pageRange(),
  maxPages: joi.number().integer().min(1).max(1_000_000),
  filename: joi
    .string()
    .max(255)
    .pattern(/^[^/\\\p{Cc}]+$/u)
    .messages({ 'string.pattern.base': '{{#label}} must be a file name without / \\ and control characters' }),
  failOn: distinctNames(failOnNames).description(
    'Warnings that become a 422, whose slug is the code of the warning: `resource`, `console`, `font`, ' +
      '`glyph`, or the code of any warning.',
  ),
});
