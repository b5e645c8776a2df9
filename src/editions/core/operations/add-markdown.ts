import { joi } from '../../../input/fields.ts';
import { markdownHtml } from '../../../render/html/markdown.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Fields of `add_markdown`. */
export interface AddMarkdown {
  readonly markdown: string;
}

/** Markdown in the flow. Its raw HTML is printed as text. */
export const addMarkdown: Operation<AddMarkdown> = {
  name: 'add_markdown',
  tier: 'core',
  summary: 'Adds Markdown: CommonMark and tables. Raw HTML in it is escaped.',
  flows: true,
  schema: joi.object({
    markdown: joi
      .string()
      .max(2_000_000)
      .required()
      .description(
        '`{ref: id}` and `[see](#id){page}` show the number or page of what has this id; `## Costs {#costs}` gives a ' +
          'heading one.',
      ),
  }),
  example: { markdown: '## Findings\n\n- Costs fell by **4 %**\n- [Method](https://example.com/method)' },
  compose(_document, { markdown }, context) {
    let hugeImages = 0;
    const html = markdownHtml(markdown, {
      code: (code, language) => context.code(code, { language, lines: false, field: 'markdown' }),
      reference: (reference) => context.reference(reference),
      onHugeImage: () => (hugeImages += 1),
    });
    context.warnOfHugeImages({ hugeImages }, 'markdown');
    context.add(`<div${context.attributes({ class: 'markdown' })}>${html}</div>`);
  },
};
