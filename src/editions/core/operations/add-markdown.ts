import { joi } from '../../../render/fields.ts';
import { markdownHtml } from '../../../render/markdown.ts';
import type { Operation } from '../../../render/operation.ts';

export interface AddMarkdown {
  readonly markdown: string;
}

export const addMarkdown: Operation<AddMarkdown> = {
  name: 'add_markdown',
  tier: 'core',
  summary: 'Adds Markdown: CommonMark and tables. Raw HTML in it is escaped.',
  flows: true,
  schema: joi.object({ markdown: joi.string().required() }),
  example: { markdown: '## Findings\n\n- Costs fell by **4 %**\n- [Method](https://example.com/method)' },
  compose(_document, { markdown }, place) {
    place.add(`<div${place.attributes({ class: 'markdown' })}>${markdownHtml(markdown)}</div>`);
  },
};
