import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** A page break without a change of the page setup. */
export const addPageBreak: Operation<object> = {
  name: 'add_page_break',
  tier: 'core',
  summary:
    'Lets what follows begin on a new page of the same kind. With nothing after it, it adds no page; `add_page` does.',
  flows: false,
  light: true,
  schema: joi.object({}),
  example: {},
  compose(document) {
    const last = document.segments.at(-1);
    const sheet = last?.kind === 'flow' ? last.sheets.at(-1) : undefined;
    if (sheet) document.openPage ??= sheet.page;
  },
};
