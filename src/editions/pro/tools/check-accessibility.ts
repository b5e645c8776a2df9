import type {
  AccessibilityOptions,
  AccessibilityStandard,
} from '../../../pdf/conformance/accessibility/check-accessibility.ts';
import { joi } from '../../../input/fields.ts';
import { renderHtml } from '../../../render/compose/render-html.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { documentInput } from '../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../documents.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { occurrenceSchema, placeSchema } from '../../findings-schema.ts';
import type { MarkedReportJob } from './check-accessibility/marked-report.ts';

/** The body of a check-accessibility, with its defaults filled in (docs/spec/tools.md). */
interface CheckAccessibility {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly standard: AccessibilityStandard;
}

const standards = ['PDF/UA-1', 'PDF/UA-2', 'WCAG-2.2'] as const;

const schema = joi.object<CheckAccessibility>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  standard: joi
    .string()
    .valid(...standards)
    .default('PDF/UA-1')
    .description('PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them.'),
});

const closed = { type: 'object', additionalProperties: false } as const;
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const matterhorn = { type: ['string', 'null'], description: 'Failure condition of the Matterhorn Protocol.' };
const clause = { ...text, description: 'Of the standard; the success criterion of WCAG.' };

const reportSchema = {
  ...closed,
  required: ['standard', 'machineChecksPassed', 'summary', 'checks', 'humanChecks'],
  properties: {
    standard: { type: 'string', enum: standards },
    machineChecksPassed: {
      type: 'boolean',
      description: 'No machine check failed. That does not make a document accessible: see `humanChecks`.',
    },
    summary: {
      ...closed,
      required: ['passed', 'failed', 'needsHuman', 'statement'],
      properties: { passed: count, failed: count, needsHuman: count, statement: text },
    },
    checks: {
      type: 'array',
      items: {
        ...closed,
        required: ['id', 'clause', 'matterhorn', 'status', 'occurrences'],
        properties: {
          id: text,
          clause,
          matterhorn,
          status: { type: 'string', enum: ['passed', 'failed', 'needs-human'] },
          occurrences: {
            type: 'array',
            items: occurrenceSchema,
            description: 'Where it failed: the first hundred places of each rule.',
          },
        },
      },
    },
    humanChecks: {
      type: 'array',
      description: 'What a person has to judge.',
      items: {
        ...closed,
        required: ['id', 'clause', 'matterhorn', 'question', 'look', 'places'],
        properties: {
          id: text,
          clause,
          matterhorn,
          question: { ...text, description: 'The fault to look for, as a sentence.' },
          look: { ...text, description: 'What to look at.' },
          places: { type: 'array', items: placeSchema, description: 'Where: the first fifty.' },
        },
      },
    },
  },
} as const;

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/**
 * `POST /api/v1/check-accessibility`: the accessibility of a document, as far as a machine can check it, and the points
 * that a person has to check (docs/spec/tools.md).
 */
export const checkAccessibility: Tool<CheckAccessibility> = {
  name: 'check-accessibility',
  tier: 'pro',
  summary: 'Check accessibility',
  description:
    'Checks a PDF by PDF/UA-1 and the Matterhorn Protocol, PDF/UA-2 or WCAG 2.2: each machine check with its ' +
    'outcome, the places where it failed and their correction, and each question that a person has to ' +
    'answer, with the places to look at. It never claims that a document is accessible. `Accept: ' +
    'application/pdf` answers a report for people, with the document after it and each place framed.',
  produces: 'report-document',
  documents: 'one',
  fileParts: [],
  input: () => documentInput(schema),
  reportSchema,
  examples: {
    matterhorn: { document: { data: examplePdf('Untagged') } },
    wcag: { document: { data: examplePdf('Untagged') }, standard: 'WCAG-2.2' },
  },
  problems: ['wrong-password', 'too-many-pages'],
  async run({ document, password, standard }, { threads, renderer }, context) {
    const bytes = await document.data.bytes();
    const options: AccessibilityOptions = { bytes, password, standard };
    const stage = { threads, context, stage: 'check' };
    if (context.documents === false)
      return { kind: 'report', report: await onThread('accessibility', options, { ...stage, transfer: [bytes] }) };
    const { stem } = document.data;
    const checked = await onThread('accessibilityPage', { options, name: `${stem}.pdf` }, { ...stage, transfer: [] });
    const { report, page, frames } = checked;
    const rendered = await renderHtml(renderer, page, context);
    const job: MarkedReportJob = { report: rendered.pdf, bytes, password, frames, name: stem };
    const pdf = await onThread('markedReport', job, { threads, context, stage: 'mark', transfer: [bytes] });
    return { kind: 'report', report, pdf: { ...pdf, filename: `${stem}-accessibility.pdf` } };
  },
};
