import type { VisualDifference } from '../../../pdf/compare/pages/compare-visual.ts';
import type { StructureCompared } from '../../../pdf/compare/compare-structure.ts';
import type { IgnoredBox } from '../../../pdf/compare/read-document.ts';
import { points } from '../../../input/length.ts';
import { extension } from '../../../threads/threads.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { compareInput, type Compare, type Ignored } from './compare/compare-input.ts';
import {
  drawnSides,
  type AlignJob,
  type AlignResult,
  type CompareResult,
  type LooksJob,
  type ResultJob,
  type Side,
  type Sides,
  type StructureJob,
} from './compare/compare-job.ts';
import { compareSchema } from './compare/compare-schema.ts';

const tasks = new URL(`./tasks${extension}`, import.meta.url);

/** Pairs of pages whose looks are compared between two tellings of how far it is. */
const pairsAtOnce = 24;

/**
 * `POST /api/v1/compare`: what differs between two documents, by words, by look, and beside their pages
 * (docs/spec/tools.md).
 */
export const compare: Tool<Compare> = {
  name: 'compare',
  tier: 'pro',
  summary: 'Compare documents',
  description:
    'Aligns the pages of two PDFs, then their words over whole documents, so that text that only flows on is ' +
    'the same and runs that went elsewhere are `moved`; draws both with one renderer and tells the share of ' +
    'pixels that differ; and compares metadata, fields, annotations, attachments, signatures and fonts. A copy ' +
    'that was only saved again is equal. `Accept: application/pdf` answers both documents side by side with ' +
    'what differs marked, behind a summary and a list of changes.',
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
  async run(request, { threads, fonts }, { signal, stages, principal, documents = true, reports = true }) {
    const { mode, tolerance } = request;
    const sides = await sidesOf(request);
    const run = <T>(name: string, input: unknown) =>
      threads.run<T>(tasks, name, input, { signal, client: principal.client });
    const ignore = request.ignore.map(ignoredBox);
    const { pairs, both, numbers, mended } = await stages.run('align', () =>
      run<AlignResult>('compareAlign', {
        sides,
        ignore,
        looks: mode === 'visual' || mode === 'all',
      } satisfies AlignJob),
    );
    const visual =
      mode === 'text' || mode === 'structure'
        ? null
        : await stages.run('look', async () => {
            const found: VisualDifference[] = [];
            const drawn = drawnSides(sides, mended);
            for (let from = 0; from < both.length; from += pairsAtOnce) {
              found.push(
                ...(await run<VisualDifference[]>('compareLooks', {
                  sides: drawn,
                  tolerance,
                  ignore,
                  regions: documents,
                  pairs: both.slice(from, from + pairsAtOnce),
                } satisfies LooksJob)),
              );
              stages.progress('look', from + pairsAtOnce, both.length);
            }
            return found;
          });
    const structure =
      mode === 'text' || mode === 'visual'
        ? null
        : await stages.run('structure', () =>
            run<StructureCompared>('compareStructure', { sides, pairs: numbers } satisfies StructureJob),
          );
    const names = {
      before: request.documents[0]?.data.name ?? 'the earlier document',
      after: request.documents[1]?.data.name ?? 'the later document',
    };
    const { json, pdf } = await stages.run('report', () =>
      run<CompareResult>('compareResult', {
        sides,
        mode,
        pairs,
        visual,
        structure,
        names,
        fonts,
        wanted: { report: reports, pdf: documents },
      } satisfies ResultJob),
    );
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
