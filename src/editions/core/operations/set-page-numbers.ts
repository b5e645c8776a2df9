import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { beginPageNumbers } from '../../../render/numbering/page-numbers.ts';
import { pageStyles, type PageNumbersOptions } from '../../../render/numbering/page-numbers-options.ts';

/** Page numbers from the next page on: in headers and footers, in tables of contents, and as labels of the file. */
export const setPageNumbers: Operation<PageNumbersOptions> = {
  name: 'set_page_numbers',
  tier: 'core',
  summary:
    'Numbers the pages from the next one on, in a style of their own: `{page}` in headers and footers, tables of ' +
    'contents, and the page labels that viewers show. Begins a new page, unless one has just begun.',
  flows: false,
  light: true,
  schema: joi.object({
    style: joi
      .string()
      .valid(...Object.keys(pageStyles))
      .required()
      .description('Style of the number; `none` shows the prefix alone.'),
    start: joi.number().integer().min(1).max(1_000_000).description('The number of the next page; 1 by default.'),
    prefix: joi.string().allow('').max(100).description('Text before the number, such as `A-`.'),
  }),
  example: { style: 'roman', start: 1 },
  compose(document, params, context) {
    beginPageNumbers(document, params, context.pointer());
  },
};
