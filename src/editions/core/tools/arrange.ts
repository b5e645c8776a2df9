import type { InputDocument } from '../../input-document.ts';
import { changeReport } from '../../change-report.ts';
import type { InnerDocuments, NamedResults, Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import { arrangeInput, type Arrange } from './arrange/arrange-input.ts';
import { isFields, withNamedParts } from './arrange/named-parts.ts';
import { printHtmlStamps } from './arrange/html-stamps.ts';
import { plainStep, type RequestStep } from './arrange/plain-step.ts';
import type * as tasks from './tasks.ts';
import type { ArrangeJob } from './tasks.ts';

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

const jobOf = (step: RequestStep): string | undefined => (step.do === 'insert' ? step.document.jobId : undefined);

/** The jobs whose results are inserted. */
const results: NamedResults<Arrange> = {
  named: ({ steps }) =>
    steps.flatMap((step, index) => {
      const jobId = jobOf(step);
      return jobId === undefined ? [] : [{ jobId, pointer: `/steps/${index}/document/jobId` }];
    }),
  placed: (request, pdfs) => ({ ...request, steps: request.steps.map((step) => withResult(step, pdfs)) }),
};

function withResult(step: RequestStep, pdfs: ReadonlyMap<string, InputDocument>): RequestStep {
  const data = pdfs.get(jobOf(step) ?? '');
  if (step.do !== 'insert' || data === undefined) return step;
  const { password } = step.document;
  return { ...step, document: { data, ...(password !== undefined && { password }) } };
}

/** The documents that steps insert. */
const inner: InnerDocuments = {
  map(request, replace) {
    if (!isFields(request) || !Array.isArray(request.steps)) return request;
    const steps = (request.steps as unknown[]).map((step, index) =>
      isFields(step) && step.do === 'insert' && isFields(step.document)
        ? { ...step, document: replace(step.document, ['steps', index, 'document']) }
        : step,
    );
    return { ...request, steps };
  },
};

/** `POST /api/v1/arrange`: changes the pages of documents, step by step (docs/arranging.md). */
export const arrange: Tool<Arrange> = {
  name: 'arrange',
  tier: 'core',
  summary: 'Arrange the pages of documents',
  description:
    'Puts documents together as `merge` does, and applies `steps` to the result, in order: pages are selected, ' +
    'rotated, cropped, resized, reversed, inserted and added empty; stamps, page numbers and Bates numbers are ' +
    'drawn on them, and several put on one sheet; outline, metadata, attachments and encryption ' +
    'are replaced, annotations and fields become content. Links, destinations, form, tags, page labels and layers of ' +
    'the remaining pages are preserved. `report` lists what could not be preserved.',
  problems: ['signature-would-break', 'invalid-image', 'render-failed'],
  produces: 'document',
  documents: 'many',
  fileParts: [],
  namesParts: true,
  withFiles: withNamedParts,
  input: () => arrangeInput,
  results,
  inner,
  examples: {
    pages: {
      documents: [{ data: examplePdf('One', 'Two', 'Three') }],
      steps: [
        { do: 'select', pages: '3,1' },
        { do: 'rotate', pages: '1', by: 90 },
        { do: 'blank', at: 2, size: 'A5' },
      ],
    },
    numbers: {
      documents: [{ data: examplePdf('One', 'Two') }],
      steps: [
        { do: 'stamp', text: 'COPY', at: 'top-right', color: 'red', rotation: 15, pages: '1' },
        { do: 'number', format: '{page} / {pages}' },
        { do: 'bates', prefix: 'ACME-', digits: 6, start: 1201 },
      ],
    },
    dossier: {
      documents: [{ data: examplePdf('Cover') }],
      steps: [
        { do: 'insert', document: { data: examplePdf('Annex 1', 'Annex 2') }, at: 2, pages: '1' },
        { do: 'resize', size: 'A4', fit: 'contain' },
        {
          do: 'bookmarks',
          list: [
            { title: 'Cover', page: 1 },
            { title: 'Annex', page: 2, level: 2 },
          ],
        },
        { do: 'metadata', title: 'Dossier' },
        { do: 'encrypt', ownerPassword: 'owner', permissions: ['print'] },
      ],
    },
  },
  async run({ documents, password: common, steps, ...options }, { threads, fonts, renderer }, context) {
    const { forms, warnings } = await printHtmlStamps(steps, renderer, context);
    const opened = await Promise.all(
      documents.map(async ({ data, pages, password = common, title }) => ({
        bytes: await data.bytes(),
        pages,
        password,
        title,
        name: data.name === null ? undefined : data.stem,
      })),
    );
    const plain = steps.map((step, index) => plainStep(step, { pointer: `/steps/${index}`, form: forms.get(index) }));
    const job: ArrangeJob = { ...options, documents: opened, steps: await Promise.all(plain), fonts };
    const { pdf, pages, report } = await onThread('arrange', job, {
      threads,
      context,
      stage: 'arrange',
      transfer: opened.map(({ bytes }) => bytes),
    });
    const reported = { ...report, warnings: [...warnings, ...report.warnings] };
    return { kind: 'document', pdf, pages, filename: 'arranged.pdf', report: changeReport('arrange', reported) };
  },
};
