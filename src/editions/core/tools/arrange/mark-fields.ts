import { either, exactlyOne, joi } from '../../../../input/fields.ts';
import { pageRange } from '../../../../input/range.ts';
import { htmlField, lookFields, typeFields, widthField } from '../../mark-look.ts';

const maxStart = 1_000_000_000;

const pages = () => pageRange().description('All pages unless given.');

const partName = () =>
  joi.object({
    part: joi
      .string()
      .min(1)
      .max(100)
      .required()
      .description('The file part of a multipart request that is the image.'),
  });

/** The steps that draw marks on pages. */
export const markSteps = {
  stamp: exactlyOne(
    joi.object({
      pages: pages(),
      text: joi.string().min(1).max(2000).description('Lines of text.'),
      html: htmlField(),
      image: either(partName(), joi.string().min(1)).description(
        'Base64 or a data URI; in a multipart request also a file `part`.',
      ),
      ...lookFields('center'),
      ...typeFields(12),
      width: widthField(),
    }),
    ['text'],
    ['html'],
    ['image'],
  ).description('Draws a text, HTML or an image on pages, as an artifact that is no content.'),
  number: joi
    .object({
      pages: pages(),
      format: joi
        .string()
        .min(1)
        .max(500)
        .pattern(/^(?:[^{}]|\{pages?\})*$/)
        .default('Page {page} of {pages}')
        .description('`{page}` is the number of the page, `{pages}` the number of pages of the document.')
        .messages({ 'string.pattern.base': '{{#label}} has braces around something else than `page` or `pages`' }),
      start: joi
        .number()
        .integer()
        .min(0)
        .max(maxStart)
        .description('The number of the first of these pages; its place in the document unless given.'),
      ...lookFields('bottom-center'),
      ...typeFields(9),
    })
    .description('Writes page numbers on pages, as artifacts.'),
  bates: joi
    .object({
      pages: pages(),
      prefix: joi.string().allow('').max(200).default(''),
      digits: joi.number().integer().min(1).max(20).default(6).description('Numbers with more digits stay whole.'),
      start: joi.number().integer().min(0).max(maxStart).default(1),
      suffix: joi.string().allow('').max(200).default(''),
      ...lookFields('bottom-right'),
      ...typeFields(9),
    })
    .description('Writes Bates numbers on pages, as artifacts.'),
} as const;
