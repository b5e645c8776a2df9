import type { ForensicReport } from '../../../pdf/forensic/examine.ts';
import { depths, type Depth } from '../../../pdf/forensic/depths.ts';
import { categories, type Category } from '../../../pdf/forensic/findings/severity.ts';
import { joi } from '../../../input/fields.ts';
import { renderHtml } from '../../../render/compose/render-html.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { documentInput } from '../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../documents.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import type { ForensicJob } from './forensic-analyze/forensic-job.ts';
import { reportHtml } from './forensic-analyze/report-html.ts';
import { reportSchema } from './forensic-analyze/report-schema.ts';

/** The body of a forensic-analyze, with its defaults filled in (docs/spec/tools.md). */
interface ForensicAnalyze {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly checks?: readonly Category[];
  readonly depth: Depth;
}

const schema = joi.object<ForensicAnalyze>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  checks: joi
    .array()
    .items(joi.string().valid(...categories))
    .min(1)
    .max(categories.length)
    .unique()
    .description('Categories of findings that are looked for; all where it is left out.'),
  depth: joi
    .string()
    .valid(...depths)
    .default('standard')
    .description(
      '`quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more versions ' +
        'and pages, and attached PDFs within attached PDFs.',
    ),
});

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** `POST /api/v1/forensic-analyze`: the facts of a document beyond its visible content (docs/spec/tools.md). */
export const forensicAnalyze: Tool<ForensicAnalyze> = {
  name: 'forensic-analyze',
  tier: 'enterprise',
  summary: 'Examine a document forensically',
  description:
    'Examines a PDF without trusting its own statements: its versions and the changes of each, what ' +
    'signatures cover and what was done after them, scripts and other active content, attached files, hidden ' +
    'and badly redacted text, contradictions in the metadata, what can be had back, and what other readers ' +
    'see. The verdict is that of the gravest finding. `Accept: application/pdf` answers the report to read, ' +
    'with pictures.',
  produces: 'report-document',
  documents: 'one',
  fileParts: [],
  input: () => documentInput(schema),
  reportSchema,
  examples: {
    all: { document: { data: examplePdf('What does it contain?') } },
    signatures: {
      document: { data: examplePdf('Is it signed?') },
      checks: ['signature', 'revision', 'structure'],
      depth: 'quick',
    },
  },
  problems: ['wrong-password', 'too-many-pages'],
  async run({ document, password, checks, depth }, { threads, renderer }, context) {
    const bytes = await document.data.bytes();
    const drawn = context.documents !== false;
    const job: ForensicJob = { bytes, password, checks, depth, now: new Date(), pictures: drawn };
    const { json, pictures } = await onThread('forensicAnalyze', job, {
      threads,
      context,
      stage: 'examine',
      transfer: [bytes],
    });
    if (!drawn) return { kind: 'report', report: json };
    const report = JSON.parse(Buffer.from(json).toString()) as ForensicReport;
    const { stem, size, sha256 } = document.data;
    const { pdf, pages } = await renderHtml(
      renderer,
      reportHtml({ report, pictures, name: `${stem}.pdf`, size, sha256, examined: job.now }),
      context,
    );
    return { kind: 'report', report: json, pdf: { pdf, pages, filename: `${stem}-forensics.pdf` } };
  },
};
