import { AppError } from '../../../problems.ts';
import { assetAddress, bytesOf } from '../../../render/compose/assets.ts';
import { isRightToLeft } from '../../../render/compose/direction.ts';
import { exactlyOne, joi } from '../../../input/fields.ts';
import { attributes, escape, style } from '../../../render/html/html.ts';
import { cutOff, isCutOff } from '../../../render/html/image-ends.ts';
import { isHuge, maxPixels, sniffImage, type ImageKind } from '../../../render/html/image-kind.ts';
import { cssLength, length, type Length } from '../../../input/length.ts';
import { link, linked } from '../../../render/compose/link.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';

/** Fields of `add_image`. Exactly one of `data`, `asset` and `url` is given. */
export interface AddImage {
  readonly data?: string;
  readonly asset?: string;
  readonly url?: string;
  readonly alt?: string;
  readonly width?: Length;
  readonly height?: Length;
  readonly fit?: 'contain' | 'cover' | 'fill';
  readonly align?: 'left' | 'center' | 'right';
  readonly caption?: string;
  readonly link?: string;
}

/** The kind of an image that can be decoded. Throws AppError `invalid-image`, `limit-exceeded`. */
export function decodable(bytes: Uint8Array | undefined, pointer: string): ImageKind {
  const kind = bytes && sniffImage(bytes);
  const encoded = pointer.endsWith('/data') ? '; `data` must be the bytes of its file in base64' : '';
  if (!kind)
    throw new AppError('invalid-image', `The image is not PNG, JPEG, WebP, AVIF, GIF or SVG${encoded}.`, {
      errors: [{ pointer, message: 'this is no image that can be decoded' }],
    });
  if (isHuge(kind))
    throw new AppError(
      'limit-exceeded',
      `The image has ${kind.width ?? 0} by ${kind.height ?? 0} pixels; ${maxPixels / 1e6} million in all are allowed.`,
      { errors: [{ pointer, message: 'the image has too many pixels' }] },
    );
  return kind;
}

/** The image as a data URI with the type that its bytes have. Throws AppError `invalid-image`, `limit-exceeded`. */
export const imageUri = (data: string, pointer: string): string => uriOf(bytesOf(data) ?? new Uint8Array(), pointer);

function uriOf(bytes: Uint8Array, pointer: string): string {
  const { contentType } = decodable(bytes, pointer);
  return (
    `data:${contentType};base64,` + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  );
}

/**
 * Stretches an SVG to its box: by itself it keeps the proportions of its `viewBox` in any box (SVG 2, 8.7 and 16.2).
 * Other images ignore it.
 */
const stretched = '#svgView(preserveAspectRatio(none))';

function sourceOf({ data, asset, url, fit }: AddImage, context: OperationContext): string {
  const view = fit === 'fill' ? stretched : '';
  if (data !== undefined) {
    const bytes = bytesOf(data) ?? new Uint8Array();
    if (isCutOff(bytes)) context.warn('resource-failed', `The picture ${cutOff}`, 'data');
    const uri = uriOf(bytes, context.pointer('data'));
    return uri.startsWith('data:image/svg') ? uri + view : uri;
  }
  if (asset === undefined) return url === undefined ? '' : url.includes('#') ? url : url + view;
  const { contentType } = decodable(context.asset(asset)?.data, context.pointer('asset'));
  return assetAddress(asset) + (contentType.startsWith('image/svg') ? view : '');
}

/**
 * Styles that fit a picture into its box. With one side given, the page may limit the other: the picture then keeps its
 * proportions, at the top of the box.
 */
function fitOf(
  { fit = 'contain', align }: AddImage,
  { width, height }: { readonly width: Length | undefined; readonly height: Length | undefined },
  { lang }: OperationContext,
): Record<string, string> {
  if (width !== undefined && height !== undefined) return { 'object-fit': fit };
  if (width === undefined && height === undefined) return {};
  return { 'object-fit': 'contain', 'object-position': `${align ?? (isRightToLeft(lang) ? 'right' : 'left')} top` };
}

/** An image in the flow, with an optional caption and link. */
export const addImage: Operation<AddImage> = {
  name: 'add_image',
  tier: 'core',
  summary: 'Adds an image: PNG, JPEG, WebP, AVIF, GIF or SVG.',
  flows: true,
  schema: exactlyOne(
    joi.object({
      data: joi.string().description('Base64 or a data URI.'),
      asset: joi.string().max(255).description('The name of one of `document.assets`.'),
      url: joi
        .string()
        .max(8192)
        .pattern(/^[hH][tT][tT][pP][sS]?:\/\/[^\s/?#]\S*$/)
        .description('http(s), of a host that the operator allows.')
        .messages({ 'string.pattern.base': '{{#label}} must be an http or https URL' }),
      alt: joi
        .string()
        .allow('')
        .max(5000)
        .description('The text for readers who cannot see it; empty for decoration.'),
      width: length({ min: 1 }),
      height: length({ min: 1 }),
      fit: joi
        .string()
        .valid('contain', 'cover', 'fill')
        .description(
          'How it fills width and height when both are given. The default is `contain`; `fill` stretches it.',
        ),
      align: joi.string().valid('left', 'center', 'right'),
      caption: joi.string().max(2000),
      link: link(),
    }),
    ['data'],
    ['asset'],
    ['url'],
  ),
  example: {
    data:
      'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"%3E%3Cpath fill="%231c4f82" ' +
      'd="M0 0h4v1H0z"/%3E%3C/svg%3E',
    alt: 'Brand colour',
    width: '60mm',
    align: 'center',
    caption: 'Our blue',
  },
  compose(_document, params, context) {
    const { alt, caption, align } = params;
    if (alt === undefined)
      context.warn(
        'image-without-alt',
        'The image has no `alt`: readers who cannot see it learn nothing of it. An empty `alt` marks decoration.',
        'alt',
      );
    const width = params.width ?? context.position?.width;
    const height = params.height ?? context.position?.height;
    const size = style({
      width: cssLength(width),
      height: cssLength(height),
      ...fitOf(params, { width, height }, context),
    });
    const image = `<img${attributes({ src: sourceOf(params, context), style: size })} alt="${escape(alt ?? '')}">`;
    const figcaption = caption === undefined ? '' : `<figcaption>${context.text(caption)}</figcaption>`;
    context.add(
      `<figure${context.attributes({ class: align === undefined ? 'image' : `image align-${align}` })}>` +
        `${linked(image, params.link)}${figcaption}</figure>`,
    );
  },
};
