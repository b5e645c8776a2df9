import type { Context } from '../../context.ts';
import { documentSchema, type DocumentOptions } from '../model/document-options.ts';
import { outputSchema, type OutputOptions } from '../model/output-options.ts';
import type { Renderer } from '../render.ts';

/** HTML that a tool generates for its answer. */
export interface OwnHtml {
  readonly title: string;
  /** BCP 47. */
  readonly lang: string;
  /** HTML without scripts. Text from requests must be escaped in it. */
  readonly html: string;
  readonly css: string;
}

const footer = { center: '{title} · {page} / {pages}' };

/** Renders such HTML: A4, with title and page number in the footer. Throws the errors of a render. */
export async function renderHtml(
  renderer: Renderer,
  { title, lang, html, css }: OwnHtml,
  context: Context,
): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> {
  const document = documentSchema.validate({ title, lang, page: { size: 'A4', margin: '18mm' }, footer })
    .value as DocumentOptions;
  const output = outputSchema.validate({}).value as OutputOptions;
  const rendered = await renderer.render(
    { operations: [{ name: 'add_html', params: { html, css, javascript: 'off' } }], document, output, dryRun: false },
    { ...context, reports: false },
  );
  if (rendered.kind === 'plan') throw new Error('A render that is no dry run makes a document.');
  return rendered;
}
