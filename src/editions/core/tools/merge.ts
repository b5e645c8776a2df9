import { metadataFields } from '../../../render/model/document-options.ts';
import type { Metadata } from '../../../render/model/document.ts';
import { joi } from '../../../input/fields.ts';
import { pageRange } from '../../../input/range.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { documentInput } from '../../../input/document-input.ts';
import { documentsField, passwordField, type GivenDocument } from '../../documents.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { changeReport } from '../../change-report.ts';
import type { MergeJob } from './tasks.ts';

interface MergedDocument extends GivenDocument {
  readonly pages?: string;
  readonly password?: string;
  readonly title?: string;
}

/** The body of a merge, with its defaults filled in (docs/spec/tools.md). */
interface Merge {
  readonly documents: readonly MergedDocument[];
  readonly password?: string;
  readonly outline: 'keep' | 'perDocument' | 'none';
  readonly fields: 'merge' | 'rename';
  readonly metadata?: Metadata;
  readonly decrypt: boolean;
}

const own = {
  pages: pageRange(),
  password: passwordField('Opens this document, where it is encrypted.'),
  title: joi
    .string()
    .min(1)
    .max(2000)
    .description(
      'What its part of the outline is called with `perDocument`; the title of the document itself unless ' +
        'given, or the name of its file where it has none.',
    ),
};

const schema = joi.object<Merge>({
  documents: documentsField(own, { min: 1, max: 1000 }),
  password: passwordField('Opens the encrypted documents that bring no password of their own.'),
  outline: joi
    .string()
    .valid('keep', 'perDocument', 'none')
    .default('keep')
    .description('The outlines one after the other, each below the title of its document, or none.'),
  fields: joi
    .string()
    .valid('merge', 'rename')
    .default('merge')
    .description('What becomes of form fields of one name: one field with one value, or `name` and `name#2`.'),
  metadata: joi.object(metadataFields).description('Replaces the metadata of the first document.'),
  decrypt: joi.boolean().default(false).description('Leaves the result unencrypted where an input was encrypted.'),
});

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/**
 * `POST /api/v1/merge`: joins several documents into one, with everything that belongs to their pages
 * (docs/spec/tools.md).
 */
export const merge: Tool<Merge> = {
  name: 'merge',
  tier: 'core',
  summary: 'Merge documents',
  description:
    'Makes one PDF of several, or of pages of them: outline, named destinations, links, form, tags, page ' +
    'labels, attachments and layers are preserved, and equal fonts and images are stored once. `report` lists what ' +
    'could not be preserved, and which documents were signed.',
  produces: 'document',
  documents: 'many',
  fileParts: [],
  input: () => documentInput(schema),
  examples: {
    two: { documents: [{ data: examplePdf('One', 'Two') }, { data: examplePdf('Three') }] },
    pages: {
      documents: [
        { data: examplePdf('One', 'Two', 'Three'), pages: '3,1', title: 'Part one' },
        { data: examplePdf('Four'), title: 'Part two' },
      ],
      outline: 'perDocument',
      metadata: { title: 'Both parts' },
    },
  },
  async run({ documents, password: common, ...options }, { threads, fonts }, context) {
    const opened = await Promise.all(
      documents.map(async ({ data, pages, password = common, title }) => ({
        bytes: await data.bytes(),
        pages,
        password,
        title,
        name: data.name === null ? undefined : data.stem,
      })),
    );
    const job: MergeJob = { ...options, documents: opened, fonts };
    const { pdf, pages, report } = await onThread('merge', job, {
      threads,
      context,
      stage: 'merge',
      transfer: opened.map(({ bytes }) => bytes),
    });
    return { kind: 'document', pdf, pages, filename: 'merged.pdf', report: changeReport('merge', report) };
  },
};
