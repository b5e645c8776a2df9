import { htmlRequest, inSource, problemInSource, withAssets } from '../../../render/received/html-request.ts';
import { packRequest } from '../../../render/model/packed-parameters.ts';
import { renderInput } from '../../../render/model/request.ts';
import type { Rendered } from '../../../render/render.ts';
import { type RenderRequest } from '../../../render/model/types/render-request.ts';
import { isDryRun } from '../../dry-run.ts';
import { InputDocument } from '../../input-document.ts';
import type { DocumentResult, FilePart, NamedResults, Services, Tool, ToolResult } from '../../edition.ts';
import type { Context } from '../../../context.ts';
import { drawPages } from './rasterize/draw-pages.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts the files into the request: `assets` become `document.assets`, and `files` contain the document and its
 * resources, from which the request is made. A request that is no object is returned unchanged, and validation reports
 * it, unless there are files. Throws AppError `invalid-request`.
 */
async function withFiles(request: unknown, files: readonly FilePart[]): Promise<unknown> {
  if (!isObject(request)) return request;
  const assets = files.filter(({ field }) => field === 'assets').map(({ filename, data }) => [filename, data] as const);
  const complete = assets.length === 0 ? request : { ...request, document: withAssets(request.document, assets) };
  const upload = files.filter(({ field }) => field === 'files');
  return upload.length === 0 ? complete : htmlRequest(complete, upload);
}

const jobIdOf = ({ name, params }: RenderRequest['operations'][number]) =>
  name === 'add_pdf' && typeof params.jobId === 'string' ? params.jobId : undefined;

/** The results of jobs that `add_pdf` names. */
const addedResults: NamedResults<RenderRequest> = {
  named: ({ operations }) =>
    operations.flatMap((operation, index) => {
      const jobId = jobIdOf(operation);
      return jobId === undefined ? [] : [{ jobId, pointer: `/operations/${index}/jobId` }];
    }),
  placed: (request, pdfs) => ({
    ...request,
    operations: request.operations.map((operation) => {
      const data = pdfs.get(jobIdOf(operation) ?? '');
      return data === undefined ? operation : { ...operation, params: { ...operation.params, jobId: undefined, data } };
    }),
  }),
};

/** Reads these results into the request, each once, however often it is named. */
async function withResults(request: RenderRequest, { turn }: Context): Promise<RenderRequest> {
  const results = new Set(
    request.operations.map(({ params }) => params.data).filter((data) => data instanceof InputDocument),
  );
  if (results.size === 0) return request;
  await turn?.wait(() => false);
  const read = new Map<unknown, Uint8Array>(
    await Promise.all([...results].map(async (result) => [result, await result.bytes()] as const)),
  );
  return {
    ...request,
    operations: request.operations.map((operation) =>
      read.has(operation.params.data)
        ? { ...operation, params: { ...operation.params, data: read.get(operation.params.data) } }
        : operation,
    ),
  };
}

/** Renders. What is found in HTML that came as a file has the place that the sender wrote. */
async function rendering(request: RenderRequest, { renderer }: Services, context: Context): Promise<Rendered> {
  const { source } = request;
  if (source === undefined) return renderer.render(await withResults(request, context), context);
  try {
    const rendered = await renderer.render(request, context);
    return { ...rendered, warnings: inSource(rendered.warnings, source) };
  } catch (error) {
    throw problemInSource(error, source);
  }
}

/** `POST /api/v1/render`: makes a PDF from ordered operations (docs/spec/render.md). */
export const render: Tool<RenderRequest> = {
  name: 'render',
  wantsReport: isDryRun,
  tier: 'core',
  summary: 'Render a document',
  description:
    'Applies the operations in order and answers the PDF. Remote resources load only from hosts that the ' +
    'operator allows; everything else comes with the request, as `document.assets` or as file parts. With an image ' +
    'type in `Accept` the answer is the first page as an image, or `output.pages`. Existing ' +
    'HTML is printed unchanged: as the body (`text/html`), or as file parts `files`, of which ' +
    '`index.html` is the document.',
  produces: 'document-or-images',
  input: renderInput,
  fileParts: ['assets', 'files'],
  takesHtml: true,
  onlyPrints: true,
  withFiles,
  problems: [
    'invalid-pdf',
    'encrypted-pdf',
    'wrong-password',
    'job-not-found',
    'job-not-finished',
    'job-result-expired',
    'signature-would-break',
  ],
  examples: {
    report: {
      document: { title: 'Q3 report', lang: 'en' },
      operations: [
        { op: 'add_heading', level: 1, text: 'Q3 report' },
        { op: 'add_text', text: 'Orders grew in every region.' },
        {
          op: 'add_table',
          columns: ['Item', 'Qty'],
          rows: [
            ['Bolt', 4],
            ['Nut', 12],
          ],
        },
      ],
    },
  },
  results: addedResults,
  pack: packRequest,
  async run(request, services, context) {
    const rendered = await rendering(request, services, context);
    if (rendered.kind === 'plan')
      return { kind: 'report', report: { steps: rendered.steps, tier: rendered.tier, warnings: rendered.warnings } };
    const { pdf, pages, filename, warnings, fonts } = rendered;
    const document = { kind: 'document', pdf, pages, filename, report: { warnings, fonts } } as const;
    return context.images === true ? asImages(document, request, services, context) : document;
  },
};

/** The first page of a document, or all pages where the request selected them, as images. */
async function asImages(
  { pdf, filename, report }: DocumentResult,
  { output: { pages, encryption } }: RenderRequest,
  services: Services,
  context: Context,
): Promise<ToolResult> {
  const drawn = await drawPages(
    {
      bytes: new Uint8Array(pdf),
      stem: filename.replace(/\.pdf$/i, ''),
      password: encryption?.userPassword,
      pages: pages === undefined ? '1' : undefined,
      type: context.imageType,
    },
    services,
    context,
  );
  return { ...drawn, report };
}
