import type { JsonSchema } from '../../../input/input.ts';
import { checked, joi, mistakeLimit, type Report } from '../../../input/fields.ts';
import { attributes, style } from '../../../render/html/html.ts';
import type { Operation } from '../../../render/model/operation.ts';

interface Item {
  readonly text: string;
  readonly items?: readonly (string | Item)[];
}

/** Markers by their names in requests: CSS counter styles. */
const markers = [
  'disc',
  'circle',
  'square',
  'dash',
  'none',
  'decimal',
  'lower-alpha',
  'upper-alpha',
  'lower-roman',
  'upper-roman',
] as const;

/** Fields of `add_list`. `start` is the number of the first item. */
export interface AddList {
  readonly items: readonly (string | Item)[];
  readonly ordered: boolean;
  readonly start?: number;
  readonly marker?: (typeof markers)[number];
}

/** Maximum depth of nested items. */
const levels = 8;

/** Maximum number of items, nested ones included. */
const maxItems = 100_000;

/** JSON Schema of an item with up to `depth` levels of items in it. */
function itemSchema(depth: number): JsonSchema {
  const below = depth > 1 ? { items: { type: 'array', items: itemSchema(depth - 1) } } : {};
  return {
    'x-name': 'ListItemOrText',
    anyOf: [
      { type: 'string' },
      {
        'x-name': 'ListItem',
        type: 'object',
        properties: { text: { type: 'string' }, ...below },
        required: ['text'],
        additionalProperties: false,
      },
    ],
  };
}

/**
 * Checks a list by hand: in milliseconds for a hundred thousand items, and not beyond the maximum number of mistakes.
 */
class ListCheck {
  readonly #report: Report;
  #mistakes = 0;
  #items = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  list(value: unknown, path: readonly (string | number)[], depth: number): void {
    if (!Array.isArray(value)) {
      this.#tell(path, path.length === 0 ? 'must be a list' : '`items` must be a list');
      return;
    }
    for (let index = 0; index < value.length && this.#mistakes < mistakeLimit; index += 1)
      this.#item(value[index], [...path, index], depth);
  }

  #item(value: unknown, path: readonly (string | number)[], depth: number): void {
    this.#items += 1;
    if (this.#items === maxItems + 1) {
      this.#tell([], `has more than the ${maxItems} items that are allowed`);
      this.#mistakes = mistakeLimit;
    }
    if (typeof value === 'string' || this.#mistakes >= mistakeLimit) return;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#tell(path, 'an item must be a string or an object with `text` and `items`');
      return;
    }
    this.#fields(value as Record<string, unknown>, path, depth);
  }

  #fields(item: Record<string, unknown>, path: readonly (string | number)[], depth: number): void {
    if (typeof item.text !== 'string')
      this.#tell([...path, 'text'], item.text === undefined ? '`text` is required' : '`text` must be a string');
    for (const name in item) {
      if (this.#mistakes >= mistakeLimit) return;
      if (name === 'items' && depth > 1) this.list(item.items, [...path, 'items'], depth - 1);
      else if (name === 'items') this.#tell([...path, 'items'], `lists nest no more than ${levels} deep`);
      else if (name !== 'text') this.#tell([...path, name.slice(0, 64)], `\`${name.slice(0, 64)}\` is not allowed`);
    }
  }

  #tell(path: readonly (string | number)[], problem: string): void {
    this.#mistakes += 1;
    this.#report(path, problem);
  }
}

const items = () =>
  checked({
    jsonSchema: {
      type: 'array',
      minItems: 1,
      items: itemSchema(levels),
      description: `Texts, or objects of a text and the items below it, up to ${levels} levels.`,
    },
    check(value, report) {
      if (Array.isArray(value) && value.length === 0) report([], 'must have at least 1 item');
      else new ListCheck(report).list(value, [], levels);
    },
  });

const markerCss = (marker: AddList['marker']) =>
  style({ 'list-style-type': marker === 'dash' ? '"\u2013\u2002"' : marker });

interface ItemPlace {
  readonly tag: string;
  /** Attributes of lists. */
  readonly own: string;
  readonly text: (text: string) => string;
}

function itemHtml(item: string | Item, place: ItemPlace): string {
  const { tag, own, text } = place;
  if (typeof item === 'string') return `<li>${text(item)}</li>`;
  const below =
    item.items && item.items.length > 0
      ? `<${tag}${own}>${item.items.map((one) => itemHtml(one, place)).join('')}</${tag}>`
      : '';
  return `<li>${text(item.text)}${below}</li>`;
}

/** A list in the flow, whose items may have lists of their own. */
export const addList: Operation<AddList> = {
  name: 'add_list',
  tier: 'core',
  summary: 'Adds a list, bulleted or numbered, whose items may have items of their own.',
  flows: true,
  light: true,
  schema: joi.object({
    items: items().required(),
    ordered: joi.boolean().default(false),
    start: joi.number().integer().min(-1_000_000).max(1_000_000).description('The first number.'),
    marker: joi.string().valid(...markers),
  }),
  example: { items: ['Scope', { text: 'Method', items: ['Interviews', 'Sampling'] }], ordered: true },
  compose(_document, { items, ordered, start, marker }, context) {
    const tag = ordered ? 'ol' : 'ul';
    const own = attributes({ style: markerCss(marker) });
    const inner = items.map((item) => itemHtml(item, { tag, own, text: (text) => context.text(text) })).join('');
    context.add(
      `<${tag}` +
        context.attributes({ class: 'list', style: markerCss(marker) }) +
        `${attributes({ start: ordered ? start : undefined })}>` +
        `${inner}</${tag}>`,
    );
  },
};
