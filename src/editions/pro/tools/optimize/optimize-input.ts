import type { Input } from '../../../../input/input.ts';
import { levelNames, type LevelName } from '../../../../pdf/optimize/levels.ts';
import { joi } from '../../../../input/fields.ts';
import { documentInput } from '../../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../../documents.ts';

/** The body of an optimize, with its defaults filled in (docs/spec/tools.md). */
export interface Optimize {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly level: LevelName;
  readonly maxImagePpi?: number;
  readonly imageQuality?: number;
  readonly grayscale: boolean;
  readonly subsetFonts?: boolean;
  readonly linearize: boolean;
  readonly removeMetadata: boolean;
  readonly removeThumbnails: boolean;
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
}

const body = joi.object<Optimize>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  level: joi
    .string()
    .valid(...levelNames)
    .default('lossless')
    .description('`lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most.'),
  maxImagePpi: joi
    .number()
    .integer()
    .min(36)
    .max(2400)
    .description(
      'The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level: ' +
        '400, 300, 150. With `lossless` it makes pictures smaller too.',
    ),
  imageQuality: joi
    .number()
    .integer()
    .min(20)
    .max(100)
    .description(
      'The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses pictures too.',
    ),
  grayscale: joi
    .boolean()
    .default(false)
    .description(
      'Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures. ' +
        '`report.left` lists colours that remain.',
    ),
  subsetFonts: joi
    .boolean()
    .description(
      'Whether glyphs that are not shown are removed from fonts. The default is true, and false with `archive`.',
    ),
  linearize: joi
    .boolean()
    .default(false)
    .description(
      'Puts the objects of the first page first, so that a viewer shows it before it has received the rest.',
    ),
  removeMetadata: joi
    .boolean()
    .default(false)
    .description('Removes Info, XMP and private data of programs, but not the statement of conformance to a standard.'),
  removeThumbnails: joi.boolean().default(false).description('Removes the thumbnails of pages.'),
  breakSignatures: joi.boolean().default(false).description('Optimizes a signed document, without its signatures.'),
  decrypt: joi.boolean().default(false).description('Leaves the result unencrypted where the document was encrypted.'),
});

/** The body of `optimize`. */
export const optimizeInput: Input<Optimize> = documentInput(body);
