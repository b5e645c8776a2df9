import { either, joi } from '../../../render/fields.ts';
import { attributes, escape, style } from '../../../render/html.ts';
import type { Operation } from '../../../render/operation.ts';

interface Item {
  readonly text: string;
  readonly items?: readonly (string | Item)[];
}

/** Kinds of marker by the name in a request: CSS counter styles. */
const markers = ['disc', 'circle', 'square', 'dash', 'none', 'decimal', 'lower-alpha', 'upper-alpha', 'lower-roman', 'upper-roman'] as const;

export interface AddList {
  readonly items: readonly (string | Item)[];
  readonly ordered: boolean;
  readonly start?: number;
  readonly marker?: (typeof markers)[number];
}

/** Items nest up to this deep. */
const levels = 8;

/** An item that may have items, `depth` levels more of them. */
function itemSchema(depth: number): ReturnType<typeof joi.alternatives> {
  const below = depth > 1 ? { items: joi.array().items(itemSchema(depth - 1)) } : {};
  return either(joi.object({ text: joi.string().allow('').required(), ...below }), joi.string().allow('')).messages({ 'string.base': '{{#label}} must be a string or an object with `text` and `items`' });
}

const markerCss = (marker: AddList['marker']) => style({ 'list-style-type': marker === 'dash' ? '"\u2013\u2002"' : marker });

function itemHtml(item: string | Item, tag: string, own: string): string {
  if (typeof item === 'string') return `<li>${escape(item)}</li>`;
  const below = item.items && item.items.length > 0 ? `<${tag}${own}>${item.items.map((one) => itemHtml(one, tag, own)).join('')}</${tag}>` : '';
  return `<li>${escape(item.text)}${below}</li>`;
}

export const addList: Operation<AddList> = {
  name: 'add_list',
  tier: 'core',
  summary: 'Adds a list, bulleted or numbered, whose items may have items of their own.',
  flows: true,
  schema: joi.object({
    items: joi.array().items(itemSchema(levels)).min(1).required(),
    ordered: joi.boolean().default(false),
    start: joi.number().integer().min(-1_000_000).max(1_000_000).description('The first number.'),
    marker: joi.string().valid(...markers),
  }),
  example: { items: ['Scope', { text: 'Method', items: ['Interviews', 'Sampling'] }], ordered: true },
  compose(_document, { items, ordered, start, marker }, place) {
    const tag = ordered ? 'ol' : 'ul';
    const own = attributes({ style: markerCss(marker) });
    const inner = items.map((item) => itemHtml(item, tag, own)).join('');
    place.add(`<${tag}${place.attributes({ class: 'list', style: markerCss(marker) })}${attributes({ start: ordered ? start : undefined })}>${inner}</${tag}>`);
  },
};
