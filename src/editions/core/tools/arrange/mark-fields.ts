import { either, exactlyOne, joi } from '../../../../input/fields.ts';
import { length } from '../../../../input/length.ts';
import { opaqueColour } from '../../../../input/opaque-colour.ts';
import { pageRange } from '../../../../input/range.ts';
import { anchors } from '../../../../pdf/edit/stamp/mark.ts';

const far = { min: -14_400 };
const maxStart = 1_000_000_000;

const pages = () => pageRange().description('All pages unless given.');

const place = (usual: string) =>
  either(joi.object({ x: length(far).required(), y: length(far).required() }), joi.string().valid(...anchors))
    .default(usual)
    .description(
      'A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the page.',
    );

const look = (usual: string) => ({
  at: place(usual),
  margin: length().default(28).description('Distance from the edges of the page, for a named place.'),
  rotation: joi.number().min(-360).max(360).default(0).description('Degrees, counter-clockwise.'),
  opacity: joi.number().min(0).max(1).default(1),
  layer: joi.string().valid('under', 'over').default('over').description('Under or over the content of the page.'),
});

const type = (size: number) => ({
  size: length({ min: 1, max: 1000 }).default(size).description('Font size.'),
  color: joi
    .string()
    .pattern(opaqueColour)
    .default('black')
    .description('#1a73e8, #17e, or a basic name such as navy.')
    .messages({ 'string.pattern.base': '{{#label}} must be a colour such as "#1a73e8" or "navy"' }),
});

/** The steps that draw marks on pages. */
export const markSteps = {
  stamp: exactlyOne(
    joi.object({
      pages: pages(),
      text: joi.string().min(1).max(2000).description('Lines of text.'),
      image: joi.string().min(1).description('Base64 or a data URI.'),
      ...look('center'),
      ...type(12),
      width: length({ min: 1 }).description('Width of the stamp before its rotation; its natural width unless given.'),
    }),
    ['text'],
    ['image'],
  ).description('Draws a text or an image on pages, as an artifact that is no content.'),
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
      ...look('bottom-center'),
      ...type(9),
    })
    .description('Writes page numbers on pages, as artifacts.'),
  bates: joi
    .object({
      pages: pages(),
      prefix: joi.string().allow('').max(200).default(''),
      digits: joi.number().integer().min(1).max(20).default(6).description('Numbers with more digits stay whole.'),
      start: joi.number().integer().min(0).max(maxStart).default(1),
      suffix: joi.string().allow('').max(200).default(''),
      ...look('bottom-right'),
      ...type(9),
    })
    .description('Writes Bates numbers on pages, as artifacts.'),
} as const;
