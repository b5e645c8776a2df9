import { joi } from '../../../render/fields.ts';
import { normalizeHtml } from '../../../render/normalize-html.ts';
import type { Operation } from '../../../render/operation.ts';
import { waitFor, type WaitForOptions } from '../../../render/wait-for.ts';

export interface AddHtml {
  readonly html: string;
  readonly css?: string;
  readonly javascript: 'auto' | 'off';
  readonly waitFor?: WaitForOptions;
}

export const addHtml: Operation<AddHtml> = {
  name: 'add_html',
  tier: 'core',
  summary: 'Adds HTML: a fragment, or a whole document, of which head styles and body content are taken.',
  flows: true,
  schema: joi.object({
    html: joi.string().required(),
    css: joi.string().allow('').description('CSS for the whole document.'),
    javascript: joi.string().valid('auto', 'off').default('auto').description('`auto`: scripts run when the HTML has some; `off`: they are taken out.'),
    waitFor: waitFor().description('What to wait for before the print. Without scripts only `virtualTime` means something, for animations; the rest is ignored, with a warning.'),
  }),
  example: { html: '<p>Figures are <strong>unaudited</strong>.</p>', css: 'strong { color: #9b2226 }' },
  compose(document, params, place) {
    const normalized = normalizeHtml(params.html, { scripts: params.javascript });
    const { html, title, scripts } = normalized;
    place.warnOfHugeImages(normalized, 'html');
    if (title !== undefined) document.metadata.title ??= title;
    if (params.css !== undefined) document.styles.push(params.css);
    if (scripts) place.runScripts();
    const { virtualTime } = params.waitFor ?? {};
    if (params.waitFor && scripts) place.waitFor(params.waitFor);
    else if (virtualTime !== undefined) place.waitFor({ virtualTime });
    if (params.waitFor && !scripts && Object.keys(params.waitFor).some((name) => name !== 'virtualTime')) place.warn('wait-ignored', 'The HTML has no scripts to run, so there is nothing to wait for: `waitFor` is ignored.', 'waitFor');
    place.add(`<div${place.attributes({ class: 'html' })}>${html}</div>`);
  },
};
