import { color } from '../../../input/color.ts';
import { exactlyOne, joi } from '../../../input/fields.ts';
import { attributes, escape, style } from '../../../render/html/html.ts';
import { cssLength, length, type Length } from '../../../input/length.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { pageRange } from '../../../input/range.ts';
import { imageUri } from './add-image.ts';

/** Fields of `add_watermark`. Exactly one of `text` and `image` is given; `rotation` is in degrees. */
export interface AddWatermark {
  readonly text?: string;
  readonly image?: string;
  readonly opacity: number;
  readonly rotation?: number;
  readonly size?: Length;
  readonly color: string;
  readonly layer: 'under' | 'over';
  readonly pages?: string;
}

/** Size in points of a text with this many characters along the diagonal of an A4 page. */
const fittingSize = (text: string) => Math.min(120, Math.max(18, Math.round(900 / Math.max(text.length, 1))));

function inner({ text = '', image, size, color }: AddWatermark, pointer: string): string {
  if (image !== undefined)
    return (
      `<img${attributes({ src: imageUri(image, pointer), style: style({ width: cssLength(size) ?? '60%' }) })} ` +
      'alt="">'
    );
  return (
    '<span' +
    attributes({
      style: style({
        font: `700 ${cssLength(size ?? fittingSize(text)) ?? ''}/1.2 var(--sans)`,
        color,
        'white-space': 'pre',
        'text-align': 'center',
      }),
    }) +
    '>' +
    `${escape(text)}</span>`
  );
}

/** A text or an image over or under the finished pages. */
export const addWatermark: Operation<AddWatermark> = {
  name: 'add_watermark',
  tier: 'core',
  summary: 'Lays a text or an image under or over the pages, as an artifact that is no content.',
  flows: false,
  schema: exactlyOne(
    joi.object({
      text: joi.string().max(500),
      image: joi.string().description('Base64 or a data URI.'),
      opacity: joi.number().min(0).max(1).default(0.12),
      rotation: joi
        .number()
        .min(-360)
        .max(360)
        .description('Degrees, counter-clockwise; 45 for text, 0 for images unless given.'),
      size: length({ min: 1 }).description('Font size, or width of the image.'),
      color: color().default('#59616f'),
      layer: joi.string().valid('under', 'over').default('over'),
      pages: pageRange(),
    }),
    ['text'],
    ['image'],
  ),
  example: { text: 'DRAFT', opacity: 0.1, rotation: 45, layer: 'under' },
  compose(document, params, context) {
    const turn = params.rotation ?? (params.text === undefined ? 0 : 45);
    const box = style({
      position: 'absolute',
      inset: '0',
      display: 'flex',
      'align-items': 'center',
      'justify-content': 'center',
      opacity: params.opacity,
    });
    const html =
      `<div${attributes({ style: box })}><div ` +
      (`style="display:flex;justify-content:center;transform:rotate(${-turn}deg)">` +
        `${inner(params, context.pointer('image'))}</div></div>`);
    document.overlays.push({ kind: 'watermark', html, layer: params.layer, pages: params.pages ?? null });
  },
};
