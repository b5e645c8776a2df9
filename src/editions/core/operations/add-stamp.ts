import { exactlyOne, joi } from '../../../input/fields.ts';
import { points, type Length } from '../../../input/length.ts';
import { pageRange } from '../../../input/range.ts';
import { bytesOf } from '../../../render/compose/assets.ts';
import { normalizeHtml } from '../../../render/html/normalize-html.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { PageStamp } from '../../../render/model/types/page-stamp.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';
import {
  htmlField,
  lookFields,
  plainLook,
  plainType,
  typeFields,
  widthField,
  type MarkOptions,
  type TypeOptions,
} from '../mark-look.ts';
import { decodable } from './add-image.ts';

/** Fields of `add_stamp`. Exactly one of `text`, `html`, `image` and `asset` is given. */
export interface AddStamp extends MarkOptions, TypeOptions {
  readonly text?: string;
  readonly html?: string;
  readonly image?: string;
  readonly asset?: string;
  readonly width?: Length;
  readonly pages?: string;
}

function contentOf(params: AddStamp, context: OperationContext): PageStamp['content'] {
  const { text, html, image, asset } = params;
  if (text !== undefined) return { ...plainType(params), text };
  if (html !== undefined) {
    const normalized = normalizeHtml(html, { scripts: 'off' });
    context.warnOfHugeImages(normalized, 'html');
    context.warnOfOddities(normalized, 'html');
    return { html: normalized.html };
  }
  const field = image === undefined ? 'asset' : 'image';
  const bytes = image === undefined ? context.asset(asset ?? '')?.data : bytesOf(image);
  decodable(bytes, context.pointer(field));
  return { image: bytes ?? new Uint8Array(), pointer: context.pointer(field) };
}

/** A text, HTML or an image on finished pages. */
export const addStamp: Operation<AddStamp> = {
  name: 'add_stamp',
  tier: 'core',
  summary:
    'Stamps pages of the finished document, pages of PDFs included, with a text, HTML or an image: at a place on the ' +
    'page as it is shown, and as an artifact that is no content.',
  flows: false,
  schema: exactlyOne(
    joi.object({
      text: joi
        .string()
        .min(1)
        .max(2000)
        .description('Lines of text, with the placeholders of headers and footers: `{page}`, `{bates}`, `{date}`.'),
      html: htmlField().description('HTML with the same placeholders, as wide as `width`, or as its content.'),
      image: joi.string().min(1).description('Base64 or a data URI: PNG, JPEG, WebP, AVIF, GIF or SVG.'),
      asset: joi.string().max(255).description('An image by its name: one of `document.assets`, or of the session.'),
      ...lookFields('center'),
      ...typeFields(12),
      width: widthField(),
      pages: pageRange(),
    }),
    ['text'],
    ['html'],
    ['image'],
    ['asset'],
  ),
  example: { text: 'COPY', at: 'top-right', color: 'red', size: 24, rotation: 12 },
  compose(document, params, context) {
    document.stamps.push({
      ...plainLook(params),
      content: contentOf(params, context),
      width: params.width === undefined ? undefined : points(params.width),
      pages: params.pages ?? null,
      pointer: context.pointer(),
    });
  },
};
