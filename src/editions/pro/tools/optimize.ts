import type { OptimizeOptions, OptimizeResult } from '../../../pdf/optimize/optimize-pdf.ts';
import { extension } from '../../../threads/threads.ts';
import { changeReport } from '../../change-report.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { optimizeInput, type Optimize } from './optimize/optimize-input.ts';

const tasks = new URL(`./tasks${extension}`, import.meta.url);

/** `POST /api/v1/optimize`: the same document in fewer bytes (contract 12). */
export const optimize: Tool<Optimize> = {
  name: 'optimize',
  tier: 'pro',
  summary: 'Make a document smaller',
  description: 'Stores a PDF in fewer bytes: streams compressed anew, objects in object streams, equal ones once, unused ones not at all, fonts with the glyphs that are shown; `web`, `print` and `archive` also resample and recompress pictures. Text, tags, forms, links, attachments and conformance to PDF/A and PDF/UA stay. Every page is drawn and read before and after: where it does not look or read the same, what made the difference is undone. The result is never larger: else the document comes back as it is. `report` tells bytes before and after by category.',
  produces: 'document',
  documents: 'one',
  fileParts: [],
  input: () => optimizeInput,
  examples: {
    lossless: { document: { data: examplePdf('Optimize me', 'and me') } },
    web: { document: { data: examplePdf('For the web') }, level: 'web', maxImagePpi: 120, imageQuality: 70, linearize: true },
    print: { document: { data: examplePdf('For a press') }, level: 'print', grayscale: true, removeMetadata: true, removeThumbnails: true },
  },
  problems: ['signature-would-break'],
  async run({ document: { data }, ...request }, { threads }, { signal, stages, principal }) {
    const bytes = await data.bytes();
    const job: OptimizeOptions = { ...request, bytes };
    const { pdf, pages, report, before, after, done, left, unchanged, linearized, lowestSimilarity } = await stages.run('optimize', () => threads.run<OptimizeResult>(tasks, 'optimize', job, { signal, client: principal.client, transfer: [bytes.buffer] }));
    const told = { ...changeReport('optimize', { ...report, warnings: [...report.warnings, ...(unchanged ? notDone(request) : [])] }), bytes: { before: totalled(before), after: totalled(after) }, done, left, unchanged, linearized, lowestSimilarity };
    return { kind: 'document', pdf, pages, filename: `${data.stem}.pdf`, report: told };
  },
};

const totalled = (bytes: OptimizeResult['before']) => ({ total: Object.values(bytes).reduce((sum, one) => sum + one, 0), ...bytes });

/** What a document that comes back as it is did not get, beside fewer bytes. */
function notDone(request: Pick<Optimize, 'removeMetadata' | 'removeThumbnails' | 'decrypt'>): string[] {
  const asked = (['removeMetadata', 'removeThumbnails', 'decrypt'] as const).filter((name) => request[name]).map((name) => `\`${name}\``);
  return asked.length === 0 ? [] : [`So ${asked.join(' and ')} ${asked.length === 1 ? 'is' : 'are'} not done: the document still has what it had.`];
}
