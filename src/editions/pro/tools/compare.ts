import type { VisualDifference } from '../../../pdf/compare/pages/compare-visual.ts';
import type { IgnoredBox } from '../../../pdf/compare/read-document.ts';
import { points } from '../../../input/length.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { compareInput, type Compare, type Ignored } from './compare/compare-input.ts';
import { drawnSides, type Side, type Sides } from './compare/sides.ts';
import { compareSchema } from './compare/compare-schema.ts';

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** Pairs of pages whose looks are compared between two reports of progress. */
const pairsAtOnce = 24;

/**
 * `POST /api/v1/compare`: the differences between two documents, in their words, their looks and outside their pages
 * (docs/spec/tools.md).
 */
export const compare: Tool<Compare> = {
  name: 'compare',
  tier: 'pro',
  summary: 'Compare documents',
  description:
    'Aligns the pages of two PDFs, then the words of both documents, so that text that only moved to another page is ' +
    'equal, and text that was moved within the document is `moved`. Draws both with one renderer, and reports the ' +
    'share of pixels that differ. Compares metadata, fields, annotations, attachments, signatures and fonts. A copy ' +
    'that was only saved again is equal. `Accept: application/pdf` answers both documents side by side, with ' +
    'the differences marked, after a summary and a list of changes.',
  produces: 'report-document',
  documents: 'many',
  fileParts: [],
  input: () => compareInput,
  reportSchema: compareSchema,
  examples: {
    words: { documents: [{ data: examplePdf('Paid within 30 days') }, { data: examplePdf('Paid within 14 days') }] },
    pages: {
      documents: [
        { data: examplePdf('Offer', 'Terms'), pages: '1' },
        { data: examplePdf('Offer', 'Terms', 'Annex'), pages: '1,3' },
      ],
      mode: 'text',
    },
    look: {
      documents: [{ data: examplePdf('As it was') }, { data: examplePdf('As it is') }],
      mode: 'visual',
      tolerance: 0.2,
      ignore: [{ page: 1, box: { x: 0, y: 0, width: '50mm', height: '1in' } }],
    },
  },
  problems: ['wrong-password', 'page-out-of-range', 'too-many-pages'],
  async run(request, { threads, fonts }, context) {
    const { documents = true, reports = true } = context;
    const { mode, tolerance } = request;
    const sides = await sidesOf(request);
    const run = { threads, context };
    const ignore = request.ignore.map(ignoredBox);
    const looks = mode === 'visual' || mode === 'all';
    const { pairs, both, numbers, mended } = await onThread(
      'compareAlign',
      { sides, ignore, looks },
      { ...run, stage: 'align' },
    );
    const look = async () => {
      const found: VisualDifference[] = [];
      const drawn = drawnSides(sides, mended);
      for (let from = 0; from < both.length; from += pairsAtOnce) {
        const some = both.slice(from, from + pairsAtOnce);
        const job = { sides: drawn, tolerance, ignore, regions: documents, pairs: some };
        found.push(...(await onThread('compareLooks', job, run)));
        context.stages.progress('look', from + pairsAtOnce, both.length);
      }
      return found;
    };
    const visual = looks ? await context.stages.run('look', look) : null;
    const structure =
      mode === 'text' || mode === 'visual'
        ? null
        : await onThread('compareStructure', { sides, pairs: numbers }, { ...run, stage: 'structure' });
    const names = {
      before: request.documents[0]?.data.name ?? 'the earlier document',
      after: request.documents[1]?.data.name ?? 'the later document',
    };
    const wanted = { report: reports, pdf: documents };
    const job = { sides, mode, pairs, visual, structure, names, fonts, wanted };
    const { json, pdf } = await onThread('compareResult', job, { ...run, stage: 'report' });
    return { kind: 'report', report: json ?? {}, ...(pdf && { pdf: { ...pdf, filename: 'comparison.pdf' } }) };
  },
};

function ignoredBox(ignored: Ignored): IgnoredBox {
  const { page, box } = 'box' in ignored ? ignored : { box: ignored };
  return { page, box: { x: points(box.x), y: points(box.y), width: points(box.width), height: points(box.height) } };
}

async function sidesOf({ documents, password, pages }: Compare): Promise<Sides> {
  const sides = await Promise.all(
    documents.map(async (document, index): Promise<Side> => ({
      bytes: await document.data.bytes(),
      password: document.password ?? password,
      pages: document.pages ?? pages,
      pointer: document.pages === undefined ? '/pages' : `/documents/${index}/pages`,
    })),
  );
  return sides as [Side, Side];
}
