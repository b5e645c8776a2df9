import { documentSchema, type DocumentOptions } from './document-options.ts';
import { outputSchema, type OutputOptions } from './output-options.ts';
import type { RenderRequest } from './request.ts';

/** HTML of our own making, for a document that a tool answers. */
export interface OwnHtml {
  readonly title: string;
  /** BCP 47. */
  readonly lang: string;
  /** Without scripts. What came from others must be escaped in it. */
  readonly html: string;
  readonly css: string;
}

const footer = { center: '{title} · {page} / {pages}' };

/** The request of a render of such HTML: A4, with title and page number at its foot. */
export function htmlRequest({ title, lang, html, css }: OwnHtml): RenderRequest {
  const document = documentSchema.validate({ title, lang, page: { size: 'A4', margin: '18mm' }, footer }).value as DocumentOptions;
  const output = outputSchema.validate({}).value as OutputOptions;
  return { operations: [{ name: 'add_html', params: { html, css, javascript: 'off' } }], document, output, dryRun: false };
}
