import type { Input } from '../../../../input/input.ts';
import type { CompareMode } from '../../../../pdf/compare/report.ts';
import { joi } from '../../../../input/fields.ts';
import { length } from '../../../../input/length.ts';
import { pageRange } from '../../../../input/range.ts';
import { documentInput } from '../../../../input/document-input.ts';
import { documentsField, passwordField, type GivenDocument } from '../../../documents.ts';

/** A length: points, or a number with a unit. */
type Length = number | string;

interface GivenBox {
  readonly x: Length;
  readonly y: Length;
  readonly width: Length;
  readonly height: Length;
}

/** A box on one page; or the box alone, which applies to every page. */
export type Ignored = GivenBox | { readonly page?: number; readonly box: GivenBox };

interface ComparedDocument extends GivenDocument {
  readonly pages?: string;
  readonly password?: string;
}

/** The body of a compare, with its defaults filled in (docs/spec/tools.md). */
export interface Compare {
  readonly documents: readonly ComparedDocument[];
  readonly password?: string;
  readonly pages?: string;
  readonly mode: CompareMode;
  readonly tolerance: number;
  readonly ignore: readonly Ignored[];
}

const own = { pages: pageRange(), password: passwordField('Opens this document, where it is encrypted.') };

const box = joi
  .object<GivenBox>({
    x: length().required(),
    y: length().required(),
    width: length({ min: 0.01 }).required(),
    height: length({ min: 0.01 }).required(),
  })
  .description('From the top-left corner of the page as it is shown. Points, or with a unit.');

const boxOnPage = joi.object({
  page: joi
    .number()
    .integer()
    .min(1)
    .max(1_000_000)
    .description('1-based, of either document; every page where it is left out.'),
  box: box.required(),
});

/** A value with one of the four lengths is a box by itself. For any other value, mistakes refer to `box`. */
const ignored = joi
  .alternatives()
  .conditional(joi.object().or('x', 'y', 'width', 'height').unknown(), { then: box, otherwise: boxOnPage });

/** The body of `compare`. */
export const compareInput: Input<Compare> = documentInput(
  joi.object<Compare>({
    documents: documentsField(own, { min: 2, max: 2 }).description('The document as it was, and as it is.'),
    password: passwordField('Opens the encrypted documents that bring no password of their own.'),
    pages: pageRange().description(
      'The pages of both documents that are compared, where a document brings no range of its own. All unless given.',
    ),
    mode: joi
      .string()
      .valid('text', 'visual', 'structure', 'all')
      .default('all')
      .description(
        'What is compared: words, the look of pages, data other than pages (metadata, fields, annotations, ' +
          'attachments, signatures, fonts), or all of it.',
      ),
    tolerance: joi
      .number()
      .min(0)
      .max(1)
      .default(0.1)
      .description('The colour distance, of the largest there is, up to which two pixels are the same.'),
    ignore: joi
      .array()
      .items(ignored)
      .max(1000)
      .default([])
      .description('Where neither words nor pixels count: boxes, each for every page, or `{page, box}`.'),
  }),
);
