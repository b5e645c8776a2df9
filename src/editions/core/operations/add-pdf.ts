import { AppError } from '../../../problems.ts';
import { bytesOf, type FileData } from '../../../render/compose/assets.ts';
import { exactlyOne, joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { leadToAdded } from '../../../render/plan/sheets.ts';
import { pageRange } from '../../../input/range.ts';
import { examplePdf } from '../../example-pdf.ts';

/**
 * Fields of `add_pdf`. Exactly one of `data`, `asset` and `jobId` is given; without `pages`, all pages are added. The
 * result of a job is put in `data` beside an empty `jobId`.
 */
export interface AddPdf {
  readonly data?: FileData;
  readonly asset?: string;
  readonly jobId?: string;
  readonly pages?: string;
  readonly password?: string;
  readonly furniture: boolean;
}

/** Pages of an existing PDF, as a segment of the document. */
export const addPdf: Operation<AddPdf> = {
  name: 'add_pdf',
  tier: 'core',
  summary:
    'Adds pages of an existing PDF at this place in the order, with their tags, links, outline, form and attachments.',
  flows: false,
  schema: exactlyOne(
    joi.object({
      data: joi.string().description('The PDF as base64 or a data URI.'),
      asset: joi.string().max(255).description('The name of one of `document.assets`, or of the session.'),
      jobId: joi
        .string()
        .min(1)
        .max(128)
        .description('A finished job of the same client, whose result is the document.'),
      pages: pageRange().description('The pages of it that are meant; all of them by default.'),
      password: joi.string().allow('').max(127).description('Opens an encrypted document.'),
      furniture: joi
        .boolean()
        .default(false)
        .description(
          'Headers, footers and watermarks of the document go over the pages, too, in the margins of each page as it ' +
            'is shown. Without it the pages stay as they are. Page numbers count them in any case.',
        ),
    }),
    ['data'],
    ['asset'],
    ['jobId'],
  ),
  example: { data: examplePdf('Appendix A'), pages: '1' },
  compose(document, params, context) {
    const { data, asset, pages, password, furniture } = params;
    const source = asset !== undefined ? 'asset' : 'jobId' in params ? 'jobId' : 'data';
    const bytes = asset === undefined ? bytesOf(data ?? '') : context.asset(asset)?.data;
    if (bytes === undefined)
      throw new AppError('invalid-pdf', 'The PDF to add is neither base64 nor a data URI.', {
        errors: [{ pointer: context.pointer('data'), message: '`data` must be base64 or a data URI' }],
      });
    leadToAdded(document);
    document.segments.push({
      kind: 'existing',
      pages: {
        data: bytes,
        range: pages ?? null,
        password: password ?? null,
        furniture,
        pointer: context.pointer(),
        source,
      },
    });
    document.openPage ??= document.segments.findLast((segment) => segment.kind === 'flow')?.sheets.at(-1)?.page ?? null;
  },
};
