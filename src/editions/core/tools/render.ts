import { renderInput, type RenderRequest } from '../../../render/request.ts';
import type { Tool } from '../../edition.ts';

/** `POST /api/v1/render`: ordered operations to a PDF (contract 5). */
export const render: Tool<RenderRequest> = {
  name: 'render',
  tier: 'core',
  summary: 'Render a document',
  description: 'Applies the operations in order and answers the PDF. Remote resources load only from hosts that the operator allows; everything else comes with the request, as `document.assets` or as file parts.',
  produces: 'document',
  input: renderInput,
  fileParts: ['assets'],
  withFiles(request, files) {
    const body = request as { document?: { assets?: Record<string, unknown> } };
    const assets = Object.fromEntries(files.map(({ filename, data }) => [filename, data]));
    return { ...body, document: { ...body.document, assets: { ...body.document?.assets, ...assets } } };
  },
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
  async run(request, { renderer }, context) {
    const rendered = await renderer.render(request, context);
    if (rendered.kind === 'plan') return { kind: 'report', report: { steps: rendered.steps, tier: rendered.tier, warnings: rendered.warnings } };
    const { pdf, pages, filename, warnings } = rendered;
    return { kind: 'document', pdf, pages, filename, report: { warnings } };
  },
};
