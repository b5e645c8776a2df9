import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { indexPlace } from '../../../render/typeset/index/settle-index.ts';

/** Fields of `add_index`. */
export interface AddIndex {
  readonly title: string;
  readonly columns: number;
  readonly letters: boolean;
}

/** An index in the flow. */
export const addIndex: Operation<AddIndex> = {
  name: 'add_index',
  tier: 'core',
  summary:
    'Adds an index: the terms that `{index: term}` in texts and `data-index` in HTML mark, in alphabetical order, each ' +
    'with its pages and links to them.',
  flows: true,
  schema: joi.object({
    title: joi
      .string()
      .allow('')
      .max(2000)
      .default('')
      .description('Printed above the index. It is no heading, and tables of contents do not list it.'),
    columns: joi.number().integer().min(1).max(4).default(2).description('How many columns it has.'),
    letters: joi.boolean().default(true).description('The initial letter stands above the entries that begin with it.'),
  }),
  example: { title: 'Index', columns: 3 },
  compose(_document, params, context) {
    context.add(
      `<div${context.attributes({ class: 'contents' })}>${indexPlace({ ...params, lang: context.lang })}</div>`,
    );
  },
};
