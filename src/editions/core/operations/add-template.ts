import { nearName } from '../../../near-names.ts';
import { exactlyOne, joi } from '../../../input/fields.ts';
import { fillTemplate } from '../../../render/templates/fill-template.ts';
import { addDocument, asDocument, htmlAs, type HtmlAs } from '../../../render/complete/add-document.ts';
import { normalizeHtml } from '../../../render/html/normalize-html.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { langSchema } from '../../../input/language-tag.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';
import { templatesNotFound, unknownTemplate, type Template } from '../../../render/templates/templates.ts';
import { addBarcode } from './add-barcode.ts';
import { addChart } from './add-chart.ts';
import { addTable } from './add-table.ts';
import { addToc } from './add-toc.ts';
import { embedder } from './embed-operation.ts';

/** Fields of `add_template`. Exactly one of `name` and `source` is given. */
export interface AddTemplate {
  readonly name?: string;
  readonly source?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly locale?: string;
  readonly as?: HtmlAs;
}

/** Operations that templates call as helpers. */
const embedded: Readonly<Record<string, Operation>> = {
  table: addTable,
  chart: addChart,
  barcode: addBarcode,
  toc: addToc,
};

type Filled = Pick<Template, 'source' | 'css' | 'partials' | 'labels'> & { readonly label: string };

/** Text and style of the template. A template of the service was read by `templatesFor`, which reports missing ones. */
function templateOf({ name, source }: AddTemplate, context: OperationContext): Filled {
  if (source !== undefined) return { label: 'The template in `source`', source, css: '', partials: {}, labels: {} };
  const template = context.templates.find((one) => one.name === name);
  if (!template) throw templatesNotFound([unknownTemplate(name ?? '', context.pointer('name'), [])]);
  return { ...template, label: `The template '${template.name}'` };
}

/** Maximum number of missing names that are reported, each once. */
const maxUnknown = 20;

/**
 * Warns of names in a template of the request that its data lacks. A template of the service may have optional data.
 */
function unknownNames(data: AddTemplate['data'], context: OperationContext): (name: string, line: number) => void {
  const known = new Set<string>();
  return (name, line) => {
    if (known.has(name) || known.size >= maxUnknown) return;
    known.add(name);
    const near = nearName(name.split('.')[0] ?? '', Object.keys(data));
    context.warn(
      'variable-unknown',
      `The template in \`source\`, line ${line}: the data has no \`${name.slice(0, 100)}\`, and nothing is ` +
        'printed ' +
        `there.${near === null || name === near || name.startsWith(`${near}.`) ? '' : ` Is \`${near}\` meant?`}`,
      'source',
    );
  };
}

/** The HTML of a filled template, as a document with pages of its own or as a fragment in the flow. */
export const addTemplate: Operation<AddTemplate> = {
  name: 'add_template',
  tier: 'core',
  summary: 'Fills a template of the service, or a Handlebars text of the request, with data.',
  flows: true,
  schema: exactlyOne(
    joi.object({
      name: joi.string().max(64).description('A template of the service.'),
      source: joi
        .string()
        .max(1_000_000)
        .description(
          'Handlebars, with helpers for numbers, money, dates, plurals, sums, tables, charts, barcodes and a ' +
            'table of contents: see docs/templates.md.',
        ),
      data: joi.object().unknown().default({}).description('What the template is filled with.'),
      locale: langSchema().description(
        'How numbers and dates are written; the language of the operation unless given.',
      ),
      as: htmlAs(),
    }),
    ['name'],
    ['source'],
  ),
  example: {
    source: '<p>Dear {{name}}, you owe us {{money due currency="EUR"}}.</p>',
    data: { name: 'Ada', due: 12.5 },
    locale: 'en-GB',
  },
  compose(document, params, context) {
    const { label, source, css, partials, labels } = templateOf(params, context);
    const locale = params.locale ?? context.lang;
    const filled = fillTemplate({
      source,
      name: label,
      data: params.data,
      locale,
      lang: context.lang,
      partials,
      labels,
      refer: (reference) => context.reference(reference),
      embed: embedder(embedded, { document, context, locale }),
      ...(params.source !== undefined && { onUnknown: unknownNames(params.data, context) }),
    });
    const field = params.source === undefined ? 'name' : 'source';
    if (asDocument(filled, params.as, context)) {
      addDocument(filled, { javascript: 'off', css: css === '' ? [] : [css], field }, context);
      return;
    }
    const normalized = normalizeHtml(filled, { scripts: 'off' });
    const { html, title } = normalized;
    context.warnOfHugeImages(normalized, field);
    context.warnOfOddities(normalized, field);
    if (title !== undefined) document.metadata.title ??= title;
    if (css !== '') context.addSheet({ css, once: true });
    context.add(`<div${context.attributes({ class: 'colophon-html' })}>${html}</div>`);
  },
};
