import {
  contentsKinds,
  contentsPlace,
  leaders,
  maxLevels,
  type ContentsOptions,
} from '../../../render/compose/contents.ts';
import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** A table of contents in the flow. */
export const addToc: Operation<ContentsOptions> = {
  name: 'add_toc',
  tier: 'core',
  summary:
    'Adds a table of contents: the headings of the whole document, or its figures or tables, each with its page number ' +
    'and a link to it.',
  flows: true,
  schema: joi.object({
    of: joi
      .string()
      .valid(...contentsKinds)
      .default('headings')
      .description(
        'What is listed: headings, or the captions of figures or tables, which begin with their numbers where ' +
          '`document.captions` numbers them.',
      ),
    title: joi
      .string()
      .allow('')
      .max(2000)
      .default('')
      .description('Printed above the table. It is no heading, and is not listed itself.'),
    levels: joi
      .number()
      .integer()
      .min(1)
      .max(maxLevels)
      .default(maxLevels)
      .description('Headings down to this level are listed.'),
    leader: joi
      .string()
      .valid(...leaders)
      .default('dots')
      .description('What leads from an entry to its page number.'),
  }),
  example: { title: 'Contents', levels: 2 },
  compose(_document, params, context) {
    context.add(`<div${context.attributes({ class: 'contents' })}>${contentsPlace(params)}</div>`);
  },
};
