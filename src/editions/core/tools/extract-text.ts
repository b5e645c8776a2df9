import type { Granularity, Layout } from '../../../pdf/text/extracted.ts';
import { joi } from '../../../input/fields.ts';
import { pageRange } from '../../../input/range.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { documentInput } from '../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../documents.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { extractedTextSchema } from './extracted-text-schema.ts';
import type { ExtractJob } from './tasks.ts';

/** The body of an extract-text, with its defaults filled in (docs/spec/tools.md). */
interface ExtractText {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly pages?: string;
  readonly layout: Layout;
  readonly granularity: Granularity;
  readonly structure: boolean;
  readonly hidden?: 'include';
}

const schema = joi.object<ExtractText>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  pages: pageRange(),
  layout: joi
    .string()
    .valid('reading', 'physical', 'raw')
    .default('reading')
    .description('The order of the text: as it is read, as it is placed on the page, or as the file draws it.'),
  granularity: joi
    .string()
    .valid('page', 'block', 'line', 'word')
    .default('page')
    .description('What `blocks` of a page are; `page` leaves them out.'),
  structure: joi.boolean().default(false).description('Adds the headings, lists and tables of a tagged document.'),
  hidden: joi
    .string()
    .valid('include')
    .description('Adds invisible text to `text`; `blocks` always contains and marks it.'),
});

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** `POST /api/v1/extract-text`: the text of a PDF, in reading order, with places and structure (docs/spec/tools.md). */
export const extractText: Tool<ExtractText> = {
  name: 'extract-text',
  tier: 'core',
  summary: 'Extract text',
  description:
    'Reads the text of a PDF page by page, in the order in which it is read, with the place, font and role of ' +
    'each block, line or word on request. Text that a reader of the page does not see is marked, and left ' +
    'out of `text`. `Accept: text/plain` answers the text alone, with a form feed between pages.',
  produces: 'text-report',
  documents: 'one',
  fileParts: [],
  input: () => documentInput(schema),
  reportSchema: extractedTextSchema,
  examples: {
    words: { document: { data: examplePdf('Hello') }, granularity: 'word' },
    pages: { document: { data: examplePdf('One', 'Two', 'Three') }, pages: '2-', layout: 'physical' },
  },
  async run({ document, ...options }, { threads }, context) {
    const bytes = await document.data.bytes();
    const job: ExtractJob = { bytes, options };
    const { json, text } = await onThread('extract', job, { threads, context, stage: 'extract', transfer: [bytes] });
    return { kind: 'report', report: json, text: { utf8: text, filename: `${document.data.stem}.txt` } };
  },
};
