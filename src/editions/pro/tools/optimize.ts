import { staleManifest } from '../../../pdf/optimize/drop-manifest.ts';
import type { OptimizeResult } from '../../../pdf/optimize/optimize-pdf.ts';
import type { OptimizeOptions } from '../../../pdf/optimize/optimize-options.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { changeReport } from '../../change-report.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { optimizeInput, type Optimize } from './optimize/optimize-input.ts';

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** `POST /api/v1/optimize`: the same document in fewer bytes (docs/spec/tools.md). */
export const optimize: Tool<Optimize> = {
  name: 'optimize',
  tier: 'pro',
  summary: 'Make a document smaller',
  description:
    'Stores a PDF in fewer bytes: streams recompressed, objects in object streams, equal ones once, unused ' +
    'ones not at all, fonts with the glyphs that are shown; `web`, `print` and `archive` also resample and ' +
    'recompress pictures. Text, tags, forms, links, attachments and conformance to PDF/A and PDF/UA stay. ' +
    'Every page is drawn and read before and after: where its look or its text differs, the step that made the ' +
    'difference is undone. `grayscale` removes the colours of all content of pages. The result is never ' +
    'larger: otherwise the document is returned with the requested changes only (metadata, thumbnails, ' +
    'encryption, colours). `report` states the bytes before and after by category.',
  produces: 'document',
  documents: 'one',
  fileParts: [],
  input: () => optimizeInput,
  examples: {
    lossless: { document: { data: examplePdf('Optimize me', 'and me') } },
    web: {
      document: { data: examplePdf('For the web') },
      level: 'web',
      maxImagePpi: 120,
      imageQuality: 70,
      linearize: true,
    },
    print: {
      document: { data: examplePdf('For a press') },
      level: 'print',
      grayscale: true,
      removeMetadata: true,
      removeThumbnails: true,
    },
  },
  problems: ['signature-would-break'],
  async run({ document: { data }, ...request }, { threads }, context) {
    const bytes = await data.bytes();
    const job: OptimizeOptions = { ...request, bytes };
    const { pdf, pages, report, before, after, manifestDropped, ...made } = await onThread('optimize', job, {
      threads,
      context,
      stage: 'optimize',
      transfer: [bytes],
    });
    const { warnings, ...changed } = changeReport('optimize', report);
    const summary = {
      warnings: [...(warnings as readonly unknown[]), ...(manifestDropped ? [staleManifest] : [])],
      ...changed,
      bytes: { before: totalled(before), after: totalled(after) },
      ...made,
    };
    return { kind: 'document', pdf, pages, filename: `${data.stem}.pdf`, report: summary };
  },
};

const totalled = (bytes: OptimizeResult['before']) => ({
  total: Object.values(bytes).reduce((sum, one) => sum + one, 0),
  ...bytes,
});
