import { joi } from '../../../input/fields.ts';
import { isLightHtml } from '../../../render/compose/compose-inline.ts';
import { addDocument, asDocument, htmlAs, waitIgnored, type HtmlAs } from '../../../render/complete/add-document.ts';
import { normalizeHtml } from '../../../render/html/normalize-html.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { waitFor, type WaitForOptions } from '../../../render/compose/wait-for.ts';

/** Fields of `add_html`. Unless `as` is given, the HTML itself decides whether it is a document or a fragment. */
export interface AddHtml {
  readonly html: string;
  readonly as?: HtmlAs;
  readonly css?: string;
  readonly javascript: 'auto' | 'off';
  readonly waitFor?: WaitForOptions;
  readonly repeatFooter: boolean;
}

/** A foot that may be divided is not repeated; it has no weight against the styles of the document. */
const footerOnce = ':where(tfoot){break-inside:auto}:where(tfoot tr){break-inside:avoid}';

/** HTML of the request, as a document with pages of its own or as a fragment in the flow. */
export const addHtml: Operation<AddHtml> = {
  name: 'add_html',
  tier: 'core',
  summary:
    'Adds HTML: a complete document, which is printed as a browser prints it, or a fragment, which becomes a ' +
    'part of the content.',
  flows: true,
  light: ({ html }) => isLightHtml(html),
  schema: joi.object({
    html: joi.string().required(),
    as: htmlAs(),
    css: joi
      .string()
      .allow('')
      .description(
        'CSS after the styles of a complete document, which applies to it alone; with content, CSS for ' +
          'the whole document.',
      ),
    javascript: joi
      .string()
      .valid('auto', 'off')
      .default('auto')
      .description('`auto`: scripts run when the HTML has some; `off`: they are taken out.'),
    waitFor: waitFor().description(
      'What to wait for before the print. Without scripts only `virtualTime` means something, for animations; ' +
        'the rest is ignored, with a warning.',
    ),
    repeatFooter: joi
      .boolean()
      .default(true)
      .description(
        'A `<tfoot>` is repeated at the end of every page that its table is on, as browsers do, unless it is taller ' +
          'than a quarter of the page; `false`: it stands once, after the last row.',
      ),
  }),
  example: { html: '<p>Figures are <strong>unaudited</strong>.</p>', css: 'strong { color: #9b2226 }' },
  compose(document, params, context) {
    if (asDocument(params.html, params.as, context)) {
      addDocument(
        params.html,
        {
          javascript: params.javascript,
          waitFor: params.waitFor,
          css: [...(params.repeatFooter ? [] : [footerOnce]), ...(params.css === undefined ? [] : [params.css])],
          field: 'html',
        },
        context,
      );
      return;
    }
    const normalized = normalizeHtml(params.html, { scripts: params.javascript });
    const { html, title, scripts } = normalized;
    context.warnOfHugeImages(normalized, 'html');
    context.warnOfOddities(normalized, 'html');
    if (title !== undefined) document.metadata.title ??= title;
    if (params.css !== undefined) context.addSheet({ css: params.css, once: false });
    if (scripts) context.runScripts();
    const { virtualTime } = params.waitFor ?? {};
    if (params.waitFor && scripts) context.waitFor(params.waitFor);
    else if (virtualTime !== undefined) context.waitFor({ virtualTime });
    if (params.waitFor && !scripts && Object.keys(params.waitFor).some((name) => name !== 'virtualTime'))
      context.warn('wait-ignored', waitIgnored, 'waitFor');
    const names = params.repeatFooter ? 'colophon-html' : 'colophon-html no-repeat-footer';
    context.add(`<div${context.attributes({ class: names })}>${html}</div>`);
  },
};
