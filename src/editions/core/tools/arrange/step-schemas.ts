import type { ObjectSchema } from 'joi';
import { exactlyOne, joi } from '../../../../input/fields.ts';
import { length } from '../../../../input/length.ts';
import { pageRange } from '../../../../input/range.ts';
import { attachmentSchema } from '../../../../render/model/attachments.ts';
import { metadataFields } from '../../../../render/model/document-options.ts';
import { encryptionFields } from '../../../../render/model/output-options.ts';
import { pageFields } from '../../../../render/model/page-setup.ts';
import { innerDocumentField } from '../../../documents.ts';
import { markSteps } from './mark-fields.ts';

const maxCount = { bookmarks: 10_000, names: 1000, page: 1_000_000, cells: 20 } as const;

const pages = () => pageRange().description('All pages unless given.');
const page = () => joi.number().integer().min(1).max(maxCount.page);
const at = () => page().description('The page that the first new one becomes; after the last one unless given.');
const far = { min: -14_400 };

const sheetSize = () =>
  pageFields.size.description(
    'Of the sheets; that of the first page unless given. A named size lies across where pages become larger.',
  );

const box = joi
  .object({
    x: length(far).required(),
    y: length(far).required(),
    width: length().required(),
    height: length().required(),
  })
  .description('What remains, from the top-left corner of the page as it is shown.');

const bookmark = joi.object({
  title: joi.string().min(1).max(2000).required(),
  page: page().required(),
  level: joi.number().integer().min(1).max(100).default(1).description('1 is the outermost.'),
});

const anyFields: Readonly<Record<string, ObjectSchema>> = {
  select: joi
    .object({ pages: pageRange().required() })
    .description('Leaves these pages, in this order and with repeats.'),
  rotate: joi
    .object({
      pages: pages(),
      by: joi
        .number()
        .integer()
        .multiple(90)
        .min(-3600)
        .max(3600)
        .required()
        .description('Degrees clockwise, added to the rotation of the page: a multiple of 90.'),
    })
    .description('Turns pages.'),
  reverse: joi.object({}).description('Puts the pages in the opposite order.'),
  blank: joi
    .object({ at: at(), size: pageFields.size.description('That of the page before unless given.') })
    .description('Adds an empty page.'),
  insert: joi
    .object({
      document: innerDocumentField('The PDF, as `data`, by `jobId` or in a file `part`.'),
      at: at(),
      pages: pageRange().description('Pages of the inserted document; all of them unless given.'),
    })
    .description('Adds pages of a further document.'),
  crop: exactlyOne(
    joi.object({
      pages: pages(),
      box,
      margins: pageFields.margin.description('What is cut off: one length, or {top, right, bottom, left}.'),
    }),
    ['box'],
    ['margins'],
  ).description('Shows a part of each page. What is outside stays in the file.'),
  resize: joi
    .object({
      pages: pages(),
      size: pageFields.size.required(),
      fit: joi
        .string()
        .valid('contain', 'cover', 'stretch', 'none')
        .default('contain')
        .description('How the content fills the new page, from its middle; `none` leaves the content its size.'),
    })
    .description('Gives pages another size.'),
  ...markSteps,
  nUp: joi
    .object({
      columns: joi.number().integer().min(1).max(maxCount.cells).required(),
      rows: joi.number().integer().min(1).max(maxCount.cells).required(),
      size: sheetSize(),
      gap: length().default(0).description('Between pages.'),
      border: joi.boolean().default(false).description('Draws a thin line around each page.'),
    })
    .description('Puts several pages on each sheet, from left to right, then downwards.'),
  booklet: joi
    .object({ size: sheetSize() })
    .description('Puts two pages on each side of sheets that are printed on both sides and folded in the middle.'),
  metadata: joi.object(metadataFields).description('Replaces metadata, as `set_metadata` does.'),
  bookmarks: joi
    .object({ list: joi.array().items(bookmark).max(maxCount.bookmarks).required() })
    .description('Replaces the outline.'),
  attach: attachmentSchema()
    .keys({ facturX: joi.any().forbidden() })
    .description('Attaches a file, as `add_attachment` does.'),
  detach: joi
    .object({ names: joi.array().items(joi.string().min(1).max(2000)).min(1).max(maxCount.names).required() })
    .description('Removes the attachments of these names.'),
  encrypt: joi.object(encryptionFields).description('Encrypts the result with AES-256.'),
  flatten: joi
    .object({
      annotations: joi.boolean().default(true).description('Comments, markings and stamps.'),
      forms: joi.boolean().default(true).description('Form fields, with their values.'),
    })
    .description('Makes what annotations and fields look like content of their pages. Links stay.'),
  decrypt: joi.object({}).description('Leaves the result unencrypted.'),
};

/** The schema of each kind of step, by the value of `do`. */
export const stepSchemas: ReadonlyMap<string, ObjectSchema> = new Map(
  Object.entries(anyFields).map(([name, fields]) => [name, fields.keys({ do: joi.string().valid(name).required() })]),
);
