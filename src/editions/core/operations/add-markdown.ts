import { joi } from '../../../input/fields.ts';
import { diagramHtml, isDiagram } from '../../../render/html/drawn-code.ts';
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
  summary: 'Adds Markdown: CommonMark, tables, task lists and definition lists. Raw HTML in it is escaped.',
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
  compose(document, { markdown }, context) {
    let hugeImages = 0;
    let diagrams = 0;
    let htmlTags = 0;
    const html = markdownHtml(markdown, {
      code: (code, language) => {
        if (!isDiagram(language)) return context.code(code, { language, lines: false, field: 'markdown' });
        diagrams += 1;
        return diagramHtml(code, language);
      },
      captions: document.captions !== null,
      reference: (reference) => context.reference(reference),
      notes: markdown.includes('[^') ? `note-${context.unique()}` : '',
      onHugeImage: () => (hugeImages += 1),
      onHtml: () => (htmlTags += 1),
    });
    context.warnOfHugeImages({ hugeImages }, 'markdown');
    if (diagrams > 0)
      context.warn(
        'diagram-as-code',
        `${diagrams === 1 ? 'A diagram is' : `${diagrams} diagrams are`} printed as code: ` +
          'no script of the document draws them.',
        'markdown',
      );
    if (htmlTags > 0)
      context.warn(
        'html-as-text',
        'The Markdown has tags of HTML, which are printed as text. `add_html` sets HTML; code stays as it is ' +
          'between backticks.',
        'markdown',
      );
    context.add(`<div${context.attributes({ class: 'markdown' })}>${html}</div>`);
  },
};
