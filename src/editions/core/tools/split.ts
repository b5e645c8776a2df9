import { also, exactlyOne, joi, type Report } from '../../../input/fields.ts';
import { pageRange } from '../../../input/range.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { documentInput } from '../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../documents.ts';
import type { Tool } from '../../edition.ts';
import { expressionField } from '../../expression-field.ts';
import { expressionMistake } from '../../../pdf/patterns/re2.ts';
import { examplePdf } from '../../example-pdf.ts';
import { changeReport } from '../../change-report.ts';
import type { SplitAt, SplitJob } from './tasks.ts';

/** The body of a split, with its defaults filled in (docs/spec/tools.md): exactly one of the options of `SplitAt`. */
interface Split extends SplitAt {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly names?: string;
  readonly nameText?: string;
  readonly attachments: 'all' | 'first' | 'none';
  readonly decrypt: boolean;
}

const places = {
  ranges: joi.array().items(pageRange()).min(1).max(1000).description('The pages of each part.'),
  every: joi.number().integer().min(1).max(1_000_000).description('A part for every so many pages.'),
  atBookmarks: joi
    .number()
    .integer()
    .min(1)
    .max(100)
    .description(
      'A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost.',
    ),
  maxBytes: joi
    .number()
    .integer()
    .min(1)
    .max(1_000_000_000_000)
    .description('As many pages a part as stay within so many bytes.'),
  atBlankPages: joi
    .boolean()
    .valid(true)
    .messages({ 'any.only': '{{#label}} must be `true`; to split at another place, leave it out' })
    .description('Blank pages are between parts, and in none.'),
  atText: joi.string().min(1).max(1000).pattern(/\S/).description('A part begins with each page that holds this text.'),
};

const names = Object.keys(places);

/** Reports every option for the places of a split, when there are several. */
function refuseSeveral(value: object, report: Report): void {
  const given = names.filter((name) => name in value);
  if (given.length < 2) return;
  for (const name of given)
    report(
      [name],
      `\`${name}\` does not go with ${given
        .filter((other) => other !== name)
        .map((other) => `\`${other}\``)
        .join(', ')}`,
    );
}

const body = joi.object<Split>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  ...places,
  names: joi
    .string()
    .min(1)
    .max(255)
    .description(
      'The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the ' +
        'document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and ' +
        '`{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it has.',
    ),
  nameText: expressionField(
    'A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first page of ' +
      'the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A part without a match ' +
      'has the name of the document and its number instead.',
    expressionMistake,
  ),
  attachments: joi
    .string()
    .valid('all', 'first', 'none')
    .default('first')
    .description('The parts that attachments of the document go with.'),
  decrypt: joi.boolean().default(false).description('Leaves the parts unencrypted where the document was encrypted.'),
});

/** Reports `{text}` without the expression that finds it. */
function requireNameText({ names: pattern, nameText }: Partial<Split>, report: Report): void {
  if (typeof pattern === 'string' && pattern.includes('{text}') && nameText === undefined)
    report(['nameText'], '`nameText` is required, because `names` has `{text}`');
}

const schema = also(exactlyOne(body, ...names.map((name) => [name])), (value, report) => {
  refuseSeveral(value, report);
  requireNameText(value, report);
});

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** `POST /api/v1/split`: divides a document into several complete ones (docs/spec/tools.md). */
export const split: Tool<Split> = {
  name: 'split',
  tier: 'core',
  summary: 'Split a document',
  description:
    'Makes several PDFs of one, each with only what its pages use: outline, named destinations, ' +
    'links, form, tags, page labels, layers. State where to split by exactly one of `ranges`, `every`, ' +
    '`atBookmarks`, `maxBytes`, `atBlankPages` and `atText`.',
  produces: 'documents',
  documents: 'one',
  fileParts: [],
  input: () => documentInput(schema),
  examples: {
    every: { document: { data: examplePdf('One', 'Two', 'Three') }, every: 2 },
    ranges: { document: { data: examplePdf('One', 'Two', 'Three') }, ranges: ['1', '3,2'], names: '{name}-{from}' },
  },
  async run({ document: { data }, password, attachments, decrypt, ...options }, { threads }, context) {
    const { names: pattern, nameText, ...at } = options;
    const bytes = await data.bytes();
    const job: SplitJob = { bytes, at, password, names: pattern, nameText, name: data.stem, attachments, decrypt };
    const { parts, report } = await onThread('split', job, { threads, context, stage: 'split', transfer: [bytes] });
    return { kind: 'documents', documents: parts, filename: `${data.stem}.zip`, report: changeReport('split', report) };
  },
};
