import type { Tool } from '../../editions/edition.ts';
import type { JsonSchema } from '../../input.ts';
import type { Content, MediaType, Response, Route } from './description.ts';
import { headerRefs, requestHeaderRefs } from './headers.ts';
import type { ProblemResponses } from './problem-responses.ts';
import { toolProblems } from './route-problems.ts';
import { schemaRef } from './schema-components.ts';
import { isSchema, pascalCase } from './schema-walk.ts';

/** The name in `components` of the JSON body of a tool. */
export function requestName(tool: Tool): string {
  return `${pascalCase(tool.name)}Request`;
}

/** The route `POST /api/v1/<tool>`, described by the tool that serves it. */
export function toolRoute(tool: Tool, input: JsonSchema, problems: ProblemResponses): Route {
  return {
    operationId: tool.name,
    summary: tool.summary,
    description: tool.description,
    tags: [tool.tier],
    security: [{ bearer: [] }],
    parameters: requestHeaderRefs('X-Request-Id', 'Idempotency-Key'),
    requestBody: { required: true, content: requestContent(tool, input) },
    responses: { 200: answer(tool, input), ...problems.of(toolProblems(tool, input)) },
  };
}

function requestContent(tool: Tool, input: JsonSchema): Content {
  const json: MediaType = {
    schema: schemaRef(requestName(tool)),
    ...(Object.keys(tool.examples).length > 0 && { examples: Object.fromEntries(Object.entries(tool.examples).map(([name, value]) => [name, { value }])) }),
  };
  if (tool.fileParts.length === 0) return { 'application/json': json };
  return { 'application/json': json, 'multipart/form-data': multipart(tool, input) };
}

/** File parts, and the options as one JSON part `request`, which need not name what the file parts bring. */
function multipart(tool: Tool, input: JsonSchema): MediaType {
  const required = (input.required ?? []) as readonly string[];
  const byFile = required.filter((field) => tool.fileParts.includes(field));
  const inRequest = required.filter((field) => !byFile.includes(field));
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const parts = tool.fileParts.map((field) => [field, field.endsWith('s') ? { type: 'array', description: 'One part a file, in order.', items: file } : file]);
  const request = byFile.length === 0 ? schemaRef(requestName(tool)) : { type: 'object', description: `As the JSON body, without ${byFile.map((field) => `\`${field}\``).join(' and ')}.` };
  return {
    schema: {
      type: 'object',
      properties: { request, ...(Object.fromEntries(parts) as Record<string, JsonSchema>) },
      required: [...(inRequest.length > 0 ? ['request'] : []), ...byFile],
      additionalProperties: false,
    },
    encoding: { request: { contentType: 'application/json' } },
  };
}

function answer(tool: Tool, input: JsonSchema): Response {
  const always = headerRefs('X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed', 'Server-Timing');
  const report = { type: 'object', description: 'The report.' };
  if (tool.produces === 'report') return { description: 'The report.', headers: always, content: { 'application/json': { schema: report } } };
  const alone = { ...report, description: 'The report of a request that asks for no document.', properties: { document: false } };
  const json = answersReports(input) ? { oneOf: [schemaRef('DocumentAnswer'), alone] } : schemaRef('DocumentAnswer');
  return {
    description: 'The document, as itself or (with `Accept: application/json`) inside JSON.',
    headers: { ...always, ...headerRefs('Content-Disposition', 'Content-Digest', 'Document-Pages') },
    content: {
      'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
      'application/json': { schema: json },
    },
  };
}

/** A document tool has modes that answer a report alone (contract 4): `dryRun`, and `export` of a form. */
function answersReports(input: JsonSchema): boolean {
  return isSchema(input.properties) && ('dryRun' in input.properties || 'export' in input.properties);
}
