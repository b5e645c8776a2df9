import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Fields of `add_bookmark`. `level` is 1 to 6, as of headings. */
export interface AddBookmark {
  readonly title: string;
  readonly level: number;
}

/** An outline entry for the place of the operation. */
export const addBookmark: Operation<AddBookmark> = {
  name: 'add_bookmark',
  tier: 'core',
  summary:
    'Adds an entry to the outline that leads to this place, or to the first of the pages that are added next, without ' +
    'a heading.',
  flows: false,
  light: true,
  schema: joi.object({
    title: joi
      .string()
      .max(2000)
      .pattern(/\S/)
      .required()
      .messages({ 'string.pattern.base': '{{#label}} must not be blank' }),
    level: joi
      .number()
      .integer()
      .min(1)
      .max(6)
      .default(1)
      .description('Depth in the outline, among the levels of headings.'),
  }),
  example: { title: 'Appendix', level: 1 },
  compose(document, { title, level }, context) {
    document.bookmarks.push({ ...context.anchor(), title: title.trim(), level });
  },
};
