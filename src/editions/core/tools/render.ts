import { invalidRequest, pointer } from '../../../input.ts';
import type { Mistake } from '../../../problems.ts';
import { packRequest } from '../../../render/packed.ts';
import { renderInput, type RenderRequest } from '../../../render/request.ts';
import { InputDocument } from '../../documents.ts';
import type { FilePart, NamedResults, Tool } from '../../edition.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** File names that are there already, as assets of the JSON part or as another file. */
function taken(files: readonly FilePart[], assets: object): Mistake[] {
  const names = new Set(Object.keys(assets));
  const mistakes: Mistake[] = [];
  for (const { filename } of files) {
    if (names.has(filename)) mistakes.push({ pointer: pointer(['document', 'assets', filename]), message: `there are two assets of the name '${filename}'` });
    names.add(filename);
  }
  return mistakes;
}

/** The request with its files as `document.assets`. What is no object stays as it is, for validation to tell; files can not go into it. Throws AppError `invalid-request`. */
function withAssets(request: unknown, files: readonly FilePart[]): unknown {
  if (files.length === 0 || !isObject(request)) return request;
  const { document = {} } = request;
  if (!isObject(document)) return request;
  const { assets = {} } = document;
  if (!isObject(assets)) return request;
  const mistakes = taken(files, assets);
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  return { ...request, document: { ...document, assets: { ...assets, ...Object.fromEntries(files.map(({ filename, data }) => [filename, data])) } } };
}

const jobIdOf = ({ name, params }: RenderRequest['operations'][number]) => (name === 'add_pdf' && typeof params.jobId === 'string' ? params.jobId : undefined);

/** Results of jobs that `add_pdf` names. */
const addedResults: NamedResults<RenderRequest> = {
  ids: ({ operations }) => operations.flatMap((operation) => jobIdOf(operation) ?? []),
  placed: (request, pdfs) => ({
    ...request,
    operations: request.operations.map((operation) => {
      const data = pdfs.get(jobIdOf(operation) ?? '');
      return data === undefined ? operation : { ...operation, params: { ...operation.params, jobId: undefined, data } };
    }),
  }),
};

/** The request with those results read; each once, however often it is named. */
async function withResults(request: RenderRequest): Promise<RenderRequest> {
  const results = new Set(request.operations.map(({ params }) => params.data).filter((data) => data instanceof InputDocument));
  if (results.size === 0) return request;
  const read = new Map<unknown, Uint8Array>(await Promise.all([...results].map(async (result) => [result, await result.bytes()] as const)));
  return { ...request, operations: request.operations.map((operation) => (read.has(operation.params.data) ? { ...operation, params: { ...operation.params, data: read.get(operation.params.data) } } : operation)) };
}

/** `POST /api/v1/render`: ordered operations to a PDF (contract 5). */
export const render: Tool<RenderRequest> = {
  name: 'render',
  tier: 'core',
  summary: 'Render a document',
  description: 'Applies the operations in order and answers the PDF. Remote resources load only from hosts that the operator allows; everything else comes with the request, as `document.assets` or as file parts.',
  produces: 'document',
  input: renderInput,
  fileParts: ['assets'],
  withFiles: withAssets,
  problems: ['invalid-pdf', 'encrypted-pdf', 'wrong-password', 'job-not-found', 'job-not-finished', 'job-result-expired'],
  examples: {
    report: {
      document: { title: 'Q3 report', lang: 'en' },
      operations: [
        { op: 'add_heading', level: 1, text: 'Q3 report' },
        { op: 'add_text', text: 'Orders grew in every region.' },
        { op: 'add_table', columns: ['Item', 'Qty'], rows: [['Bolt', 4], ['Nut', 12]] },
      ],
    },
  },
  results: addedResults,
  pack: packRequest,
  async run(request, { renderer }, context) {
    const rendered = await renderer.render(await withResults(request), context);
    if (rendered.kind === 'plan') return { kind: 'report', report: { steps: rendered.steps, tier: rendered.tier, warnings: rendered.warnings } };
    const { pdf, pages, filename, warnings, fonts } = rendered;
    return { kind: 'document', pdf, pages, filename, report: { warnings, fonts } };
  },
};
