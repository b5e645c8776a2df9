import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { batesOf, type BatesOptions } from '../../../render/numbering/bates.ts';

const affix = (place: string) =>
  joi.string().allow('').max(100).description(`Text ${place} the number, the same on every page.`);

/** Bates numbers of the whole document, which headers and footers show. */
export const setBates: Operation<BatesOptions> = {
  name: 'set_bates',
  tier: 'core',
  summary:
    'Gives every page of the document a Bates number: `{bates}` in headers and footers, counted from the first page ' +
    'on, pages of PDFs included. The last `set_bates` decides.',
  flows: false,
  light: true,
  schema: joi.object({
    prefix: affix('before'),
    digits: joi
      .number()
      .integer()
      .min(1)
      .max(20)
      .description('Digits, with leading zeros; 6 by default. Higher numbers have more.'),
    start: joi
      .number()
      .integer()
      .min(0)
      .max(999_999_999_999)
      .description('The number of the first page; 1 by default.'),
    suffix: affix('after'),
  }),
  example: { prefix: 'ACME-', digits: 6 },
  compose(document, params) {
    document.bates = batesOf(params);
  },
};
