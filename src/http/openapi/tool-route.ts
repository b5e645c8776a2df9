import type { Tool } from '../../editions/edition.ts';
import { imageContent } from './image-content.ts';
import { isSchema, type JsonSchema } from '../../input/input.ts';
import type { Response, Route } from './description.ts';
import { headerRefs, requestHeaderRefs } from './headers.ts';
import type { ProblemResponses } from './problem-responses.ts';
import { toolProblems } from './route-problems.ts';
import { schemaRef } from './schema-components.ts';
import { pascalCase } from './schema-walk.ts';
import { queryParameters, requestContent } from './bodies/tool-body.ts';

/** The name in `components` of the report of a tool that describes it. */
export function answerName(tool: Tool): string {
  return `${pascalCase(tool.name)}Answer`;
}

/** The route `POST /api/v1/<tool>`, described by the tool that serves it. */
export function toolRoute(tool: Tool, input: JsonSchema, problems: ProblemResponses): Route {
  return {
    operationId: tool.name,
    summary: tool.summary,
    description: tool.description,
    tags: [tool.tier],
    security: [{ bearer: [] }],
    parameters: [...requestHeaderRefs('X-Request-Id', 'Idempotency-Key', 'Approval'), ...queryParameters(tool, input)],
    requestBody: { required: true, content: requestContent(tool, input) },
    responses: { 200: answer(tool, input), ...problems.of(toolProblems(tool, input)) },
  };
}

const always = headerRefs(
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'Server-Timing',
  'Content-Digest',
);

const pdf = { type: 'string', contentMediaType: 'application/pdf' } as const;
const archive = { 'application/zip': { schema: { type: 'string', contentMediaType: 'application/zip' } } } as const;

const images: Response = {
  description:
    'The image; where there are several, an archive of them; or (with `Accept: application/json`) both inside ' +
    'JSON. Equal requests get equal archives, byte for byte.',
  headers: { ...always, ...headerRefs('Content-Disposition', 'Document-Pages') },
  content: {
    ...imageContent,
    ...archive,
    'application/json': { schema: schemaRef('ImagesAnswer') },
  },
};

function answer(tool: Tool, input: JsonSchema): Response {
  if (tool.madeOf !== undefined) return answerOfSteps(tool);
  const report = tool.reportSchema ? schemaRef(answerName(tool)) : { type: 'object', description: 'The report.' };
  switch (tool.produces) {
    case 'report':
      return { description: 'The report.', headers: always, content: { 'application/json': { schema: report } } };
    case 'text-report':
      return {
        description: 'The report, or (with `Accept: text/plain`) its text alone.',
        headers: { ...always, ...headerRefs('Content-Disposition') },
        content: { 'application/json': { schema: report }, 'text/plain': { schema: { type: 'string' } } },
      };
    case 'report-document':
      return {
        description: 'The report, or (with `Accept: application/pdf`) a document of it.',
        headers: { ...always, ...headerRefs('Content-Disposition', 'Document-Pages', 'Document-Warnings') },
        content: { 'application/json': { schema: report }, 'application/pdf': { schema: pdf } },
      };
    case 'documents':
      return {
        description:
          'The documents, in an archive or (with `Accept: application/json`) inside JSON. Equal requests get ' +
          'equal archives, byte for byte.',
        headers: { ...always, ...headerRefs('Content-Disposition', 'Document-Warnings') },
        content: {
          ...archive,
          'application/json': { schema: schemaRef('DocumentsAnswer') },
        },
      };
    case 'images':
      return images;
    case 'document-or-images':
      return {
        description:
          'The document, as itself or (with `Accept: application/json`) inside JSON. With an image type in `Accept`, ' +
          'its first page as an image; where `output.pages` has several, an archive of images.',
        headers: { ...always, ...headerRefs('Content-Disposition', 'Document-Pages', 'Document-Warnings') },
        content: {
          'application/pdf': { schema: pdf },
          'application/json': { schema: documentOrReport(input) },
          ...imageContent,
          ...archive,
        },
      };
    case 'document':
      return {
        description: 'The document, as itself or (with `Accept: application/json`) inside JSON.',
        headers: { ...always, ...headerRefs('Content-Disposition', 'Document-Pages', 'Document-Warnings') },
        content: { 'application/pdf': { schema: pdf }, 'application/json': { schema: documentOrReport(input) } },
      };
  }
}

/** The answer of the last step, which any of the tools can be. */
function answerOfSteps(tool: Tool): Response {
  return {
    description: 'The answer of the last step, in a form that the route of its tool has.',
    headers: { ...always, ...headerRefs('Content-Disposition', 'Document-Pages', 'Document-Warnings') },
    content: {
      'application/pdf': { schema: pdf },
      'application/zip': { schema: { type: 'string', contentMediaType: 'application/zip' } },
      'application/json': { schema: schemaRef(answerName(tool)) },
      'text/plain': { schema: { type: 'string' } },
    },
  };
}

/** The name in `components` of the schema of a report that comes without a document. */
export const reportAloneName = 'ReportAlone';

/**
 * The answers of a document tool with modes that answer with a report alone (docs/spec/documents.md): `dryRun`, and
 * `export` of a form.
 */
function documentOrReport(input: JsonSchema): JsonSchema {
  const reports = isSchema(input.properties) && ('dryRun' in input.properties || 'export' in input.properties);
  return reports
    ? { 'x-name': 'DocumentOrReport', anyOf: [schemaRef('DocumentAnswer'), schemaRef(reportAloneName)] }
    : schemaRef('DocumentAnswer');
}
