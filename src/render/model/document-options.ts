import { fileData } from './file-data.ts';
import { fontFamily, fontWeight } from '../compose/text-style.ts';
import { type FileData, type FontOptions } from '../compose/assets.ts';
import type { Metadata } from './document.ts';
import { color } from '../../input/color.ts';
import { joi } from '../../input/fields.ts';
import { runningContentSchema, type RunningContentOptions } from '../running/running-content.ts';
import { langSchema } from '../../input/language-tag.ts';
import { densities, type Density } from './types/density.ts';
import { pageFields, type PageOptions } from './page-setup.ts';
import { captionsSchema, type CaptionsOptions } from '../typeset/captions/caption-options.ts';
import { paperFields, type PaperOptions } from '../typeset/paper/paper-options.ts';
import { footnotesSchema, type FootnoteOptions } from '../typeset/footnotes/footnote-options.ts';
import { numberingSchema, type NumberingOptions } from '../numbering/numbering-options.ts';

/** `document` of a render request. */
export interface DocumentOptions extends PageOptions, PaperOptions {
  readonly scale?: number;
  readonly media?: 'print' | 'screen';
  readonly singlePage?: boolean;
  readonly clock?: 'virtual' | 'real';
  readonly lang?: string;
  readonly title?: string;
  readonly metadata?: Metadata;
  readonly css?: string;
  readonly style?: 'house' | 'none';
  readonly numbering?: NumberingOptions;
  readonly captions?: CaptionsOptions;
  readonly footnotes?: Partial<FootnoteOptions>;
  readonly density?: Density;
  readonly palette?: readonly string[];
  readonly assets?: Readonly<Record<string, FileData>>;
  readonly fonts?: readonly FontOptions[];
  readonly header?: RunningContentOptions;
  readonly footer?: RunningContentOptions;
}

const shortText = () => joi.string().allow('').max(2000);

/** Keys of the Info dictionary beyond those of ISO 32000-2, 14.3.3. */
const customName =
  /^(?!(?:Title|Author|Subject|Keywords|Creator|Producer|CreationDate|ModDate|Trapped)$)[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** The fields of `set_metadata` and `document.metadata`. */
export const metadataFields = {
  title: shortText(),
  author: shortText(),
  subject: shortText(),
  keywords: joi.array().items(shortText()).max(1000).description('Up to 1000.'),
  creator: shortText(),
  custom: joi
    .object()
    .pattern(customName, shortText())
    .max(1000)
    .description(
      'Further entries, by name. The names of the standard entries (Title, Author, Subject, Keywords, Creator, ' +
        'Producer, CreationDate, ModDate, Trapped) have fields of their own or are set by the service.',
    )
    .messages({
      'object.unknown':
        '{{#label}} is no name for a further entry: it has to begin with a letter, go on with up to 63 ' +
        'letters, digits, _ . and -, and be none of the standard entries, such as Title or Producer',
    }),
};

/** A file name with its folders; `../` leads out of the folder of the document. */
const assetName =
  /^(?!__proto__)(?:\.\.\/){0,8}(?!\.{1,2}(?:\/|$))[^/\\\p{Cc}]{1,255}(?:\/(?!\.{1,2}(?:\/|$))[^/\\\p{Cc}]{1,255}){0,8}$/u;

/** Joi schema of `document` in a request. */
export const documentSchema = joi.object<DocumentOptions>({
  ...pageFields,
  ...paperFields,
  scale: joi.number().min(0.1).max(2).description('Scale of the content.'),
  media: joi.string().valid('print', 'screen').description('The CSS media type.'),
  singlePage: joi.boolean().description('One page as tall as the content.'),
  clock: joi
    .string()
    .valid('virtual', 'real')
    .description(
      '`virtual` (default): scripts and animations run ahead of real time, and the print follows when nothing ' +
        'moves any more. `real`: they have real time, and the print does not wait for them.',
    ),
  lang: langSchema(),
  title: shortText(),
  metadata: joi.object(metadataFields),
  css: joi.string().allow('').max(5_000_000).description('CSS for the whole document.'),
  style: joi
    .string()
    .valid('house', 'none')
    .description(
      '`none` leaves content in the flow with the look that browsers give it; unless given, `house`: the look ' +
        'of the service.',
    ),
  numbering: numberingSchema,
  captions: captionsSchema,
  footnotes: footnotesSchema,
  density: joi
    .string()
    .valid(...densities)
    .description(
      'Space in the cells of tables, and between headings, paragraphs, list items and other blocks; `normal` ' +
        'unless given. A table may have a `density` of its own.',
    ),
  palette: joi
    .array()
    .items(color())
    .min(1)
    .max(50)
    .description('Colours of the series and slices of charts, in order; after the last one they begin again.'),
  assets: joi
    .object()
    .pattern(assetName, fileData())
    .max(1000)
    .description(
      'Files that HTML, CSS, templates and images refer to by these relative names, for example ' +
        '`images/logo.png` or `../fonts/text.woff2`.',
    )
    .messages({
      'object.unknown':
        '{{#label}} is no name for an asset: it has to be a relative name without backslashes and control ' +
        'characters, with up to 8 folders before it, for example "images/logo.png"',
    }),
  fonts: joi
    .array()
    .items(
      joi.object({
        family: fontFamily().required(),
        weight: fontWeight(),
        italic: joi.boolean(),
        data: fileData().required(),
      }),
    )
    .max(100),
  header: runningContentSchema,
  footer: runningContentSchema,
});
