import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { changeReport } from '../../change-report.ts';
import { isDryRun } from '../../dry-run.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { colourOf } from '../../../input/opaque-colour.ts';
import { redactInput, type Redact } from './redact/redact-input.ts';
import type { RedactJob } from './redact/redact-job.ts';

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** The warning of a search that matched nothing. It does not repeat the text, which is a secret. */
const nothingFound = (code: string, pointer: string) => ({
  code,
  message:
    'This search found nothing in the document, so nothing was removed for it. Is its text right, and is it text in ' +
    'the document rather than a picture?',
  pointer,
});

/** `POST /api/v1/redact`: removes text, pictures and drawings from a document permanently (docs/spec/tools.md). */
export const redact: Tool<Redact> = {
  name: 'redact',
  tier: 'pro',
  summary: 'Redact a document',
  description:
    'Removes the content of areas, and text that words, patterns (RE2 syntax) or presets with checks find, from ' +
    'everywhere in a PDF: glyphs, pixels and paths of pages, forms and patterns, annotations, links, fields, ' +
    'tags, outline, names and metadata; scripts, thumbnails, private data, attachments, old revisions and ' +
    'unused objects are always removed. The result is one new revision, and is searched by another reader ' +
    'and as raw bytes before it is returned: if anything is left, the answer is `redaction-incomplete` and no ' +
    'document. `dryRun` reports what would be removed.',
  produces: 'document',
  documents: 'one',
  fileParts: [],
  input: () => redactInput,
  wantsReport: isDryRun,
  examples: {
    text: {
      document: { data: examplePdf('Paid to Ada Lovelace', 'Ada was here') },
      text: [{ literal: 'Ada Lovelace' }, { pattern: 'was +here', pages: '2' }],
    },
    presets: {
      document: { data: examplePdf('Card 4111 1111 1111 1111', 'ada@example.com') },
      presets: ['credit-card', 'email'],
      fill: '#1a1a1a',
      label: 'Removed',
    },
    areas: {
      document: { data: examplePdf('Top secret') },
      areas: [{ page: 1, box: { x: 36, y: 30, width: '40mm', height: 40 } }],
      fill: 'white',
    },
    dryRun: { document: { data: examplePdf('Call +43 1 234 5678 today') }, presets: ['phone'], dryRun: true },
  },
  problems: ['redaction-incomplete', 'signature-would-break', 'page-out-of-range'],
  async run({ document: { data }, fill, ...request }, { threads, fonts }, context) {
    const bytes = await data.bytes();
    const job: RedactJob = { ...request, bytes, fonts, fill: colourOf(fill) };
    const { pdf, pages, report, redacted, unmatched, elsewhere } = await onThread('redact', job, {
      threads,
      context,
      stage: 'redact',
      transfer: [bytes],
    });
    const code = 'redact';
    const changes = changeReport(code, report);
    const summary = {
      ...changes,
      warnings: [...changes.warnings, ...unmatched.map((pointer) => nothingFound(code, pointer))],
      pages: redacted,
      elsewhere,
      verifiedBy: ['content', 'pdfium', 'raw'],
    };
    return pdf === null
      ? { kind: 'report', report: summary }
      : { kind: 'document', pdf, pages, filename: `${data.stem}.pdf`, report: summary };
  },
};
