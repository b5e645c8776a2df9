import type { Tool } from '../../editions/edition.ts';
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

function answer(tool: Tool, input: JsonSchema): Response {
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
          'application/zip': { schema: { type: 'string', contentMediaType: 'application/zip' } },
          'application/json': { schema: schemaRef('DocumentsAnswer') },
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
