import { joi } from '../../../input/fields.ts';
import type { ComplianceOptions } from '../../../pdf/conformance/compliance.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { documentInput } from '../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../documents.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { occurrenceSchema } from '../../findings-schema.ts';

/** The body of a compliance-check (docs/spec/tools.md). */
interface ComplianceCheck {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly standards?: readonly string[];
}

const names = [
  'PDF/A-1b',
  'PDF/A-1a',
  'PDF/A-2b',
  'PDF/A-2u',
  'PDF/A-2a',
  'PDF/A-3b',
  'PDF/A-3u',
  'PDF/A-3a',
  'PDF/A-4',
  'PDF/A-4e',
  'PDF/A-4f',
  'PDF/UA-1',
] as const;

const standard = joi
  .string()
  .valid(...names, ...names.filter((name) => name.startsWith('PDF/A')).map((name) => name.slice('PDF/A-'.length)));

const schema = joi.object<ComplianceCheck>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  standards: joi
    .array()
    .items(standard)
    .min(1)
    .max(names.length)
    .unique()
    .description('The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`.'),
});

const reportSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['results', 'claims'],
  properties: {
    claims: {
      type: 'array',
      items: { type: 'string' },
      description: 'The standards that the document claims in its metadata, also those that do not exist.',
    },
    notice: {
      type: 'string',
      description:
        'Why there is no result: the document claims nothing, claims an unknown standard, or is damaged beyond ' +
        'reading, and the request names no `standards`.',
    },
    results: {
      type: 'array',
      description: 'One for each standard, in the order of `standards`, or of the claims where the request names none.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['standard', 'compliant', 'claimed', 'failures'],
        properties: {
          standard: { type: 'string', enum: [...names, 'PDF/UA-2'] },
          compliant: { type: 'boolean' },
          claimed: { type: 'boolean', description: 'The document claims conformance.' },
          failures: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['clause', 'test', 'message', 'occurrences'],
              properties: {
                clause: { type: 'string', description: 'Of the standard: `6.2.4.3`.' },
                test: { type: 'integer', minimum: 1, description: 'Which requirement of the clause.' },
                message: { type: 'string', description: 'What is wrong, as a sentence.' },
                occurrences: {
                  type: 'array',
                  items: occurrenceSchema,
                  description: 'Where: the first hundred places.',
                },
              },
            },
          },
        },
      },
    },
  },
} as const;

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/**
 * `POST /api/v1/compliance-check`: whether a document conforms to PDF/A and PDF/UA-1, and the clauses that it violates
 * (docs/spec/tools.md).
 */
export const complianceCheck: Tool<ComplianceCheck> = {
  name: 'compliance-check',
  tier: 'enterprise',
  summary: 'Check compliance',
  description:
    'Checks a PDF against PDF/A-1, 2, 3 and 4 in every conformance level, and PDF/UA-1: each requirement that ' +
    'is not met is named by its clause, with the places and how they are mended. Without `standards`, against ' +
    'what the document claims; one that claims nothing has a `notice` and no results. A damaged document does ' +
    'not conform; that is a verdict, not a problem. A document that stays encrypted is `encrypted-pdf`.',
  produces: 'report',
  documents: 'one',
  fileParts: [],
  input: () => documentInput(schema),
  reportSchema,
  examples: {
    claims: { document: { data: examplePdf('Nothing is claimed') } },
    standards: { document: { data: examplePdf('Is it an archive?') }, standards: ['PDF/A-2b', 'PDF/UA-1'] },
  },
  problems: ['wrong-password', 'too-many-pages'],
  async run({ document, password, standards }, { threads }, context) {
    const bytes = await document.data.bytes();
    const options: ComplianceOptions = {
      bytes,
      password,
      standards: standards?.map((name) => (name.startsWith('PDF/') ? name : `PDF/A-${name}`)),
    };
    const json = await onThread('complianceCheck', options, { threads, context, stage: 'check', transfer: [bytes] });
    return { kind: 'report', report: json };
  },
};
