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
      'Pixels an inch that pictures may have where they are shown largest, in place of what the level says: ' +
        '400, 300, 150. With `lossless` it makes pictures smaller too.',
    ),
  imageQuality: joi
    .number()
    .integer()
    .min(20)
    .max(100)
    .description('Of JPEG, in place of what the level says: 92, 85, 75. With `lossless` it recompresses pictures too.'),
  grayscale: joi
    .boolean()
    .default(false)
    .description(
      'Takes the colours out of all that pages show: text, drawings, shadings, annotations and pictures. ' +
        '`report.left` tells of colours that stay.',
    ),
  subsetFonts: joi
    .boolean()
    .description('Whether fonts lose the glyphs that are not shown: true unless given, but for `archive`.'),
  linearize: joi
    .boolean()
    .default(false)
    .description('Puts first what the first page needs, so that a viewer shows it before the rest has come.'),
  removeMetadata: joi
    .boolean()
    .default(false)
    .description(
      'Takes away Info, XMP and private data of programs; not what says which standard the document conforms to.',
    ),
  removeThumbnails: joi.boolean().default(false).description('Takes away the small pictures of pages.'),
  breakSignatures: joi.boolean().default(false).description('Optimizes a signed document, without its signatures.'),
  decrypt: joi.boolean().default(false).description('Leaves the result unencrypted where the document was encrypted.'),
});

/** The body of `optimize`. */
export const optimizeInput: Input<Optimize> = documentInput(body);
