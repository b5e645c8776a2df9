import type { Tool } from '../../editions/edition.ts';
import type { JsonSchema } from '../../input/input.ts';
import type { Slug } from '../../problems.ts';
import { sessionJobSchema } from '../../calls/sessions/session-job.ts';
import { filePartsOfJobs, retainSchema } from '../../calls/reading/job-request.ts';
import { apiBase } from '../routes/route.ts';
import type { Content, Description, Parameter, PathItem, Response, Route } from './description.ts';
import { formOfJobs } from './bodies/job-form.ts';
import { requestName } from './bodies/options-schema.ts';
import { headerRefs, requestHeaderRefs } from './headers.ts';
import { listing } from './job-list.ts';
import { jobListSchema, jobSchema } from './job-schema.ts';
import { imageContent } from './image-content.ts';
import { jsonResponse, linksBy } from './json-response.ts';
import type { ProblemResponses } from './problem-responses.ts';
import { approving, deletingProblems, postingProblems, readingProblems, workProblems } from './route-problems.ts';
import { schemaRef } from './schema-components.ts';
import { pascalCase } from './schema-walk.ts';

interface Described {
  readonly inputs: readonly { readonly tool: Tool; readonly schema: JsonSchema }[];
  readonly problems: ProblemResponses;
}

interface JobDescription {
  /** The schemas by their names in `components`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly tags: Description['tags'];
}

const shared = { tags: ['jobs'], security: [{ bearer: [] }] };
const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the job.',
  schema: { type: 'string' },
  example: 'mX0iGhLuQF5dA2xkq1JbRw3v',
};
const limited = ['RateLimit', 'RateLimit-Policy'] as const;
const asJob: readonly Slug[] = ['job-not-found', 'job-result-expired', 'not-ready'];

/** The routes of jobs (docs/spec/jobs-and-sessions.md). */
export function describeJobs({ inputs, problems }: Described): JobDescription {
  const work = [...new Set(inputs.flatMap(({ tool, schema }) => workProblems(tool, schema)))];
  return {
    schemas: { Job: jobSchema, JobList: jobListSchema, ...jobSchemas(inputs) },
    paths: {
      [`${apiBase}/jobs`]: { get: listing(problems), post: submitting(inputs, problems) },
      [`${apiBase}/jobs/{id}`]: { get: showing(problems), delete: deleting(problems) },
      [`${apiBase}/jobs/{id}/result`]: { get: resulting(problems, work) },
    },
    tags: [
      { name: 'jobs', description: 'Every tool runs as a job too: for work that takes longer than a request may.' },
    ],
  };
}

function submitting(inputs: Described['inputs'], problems: ProblemResponses): Route {
  const own: readonly Slug[] = [
    'unknown-tool',
    'unknown-operation',
    'tier-required',
    ...approving,
    'overloaded',
    'invalid-multipart',
    'invalid-pdf',
    'job-not-found',
    'job-not-finished',
    'job-result-expired',
    'not-ready',
    'nothing-to-render',
    'reference-unresolved',
    'session-not-found',
    'session-expired',
    'session-conflict',
  ];
  return {
    ...shared,
    operationId: 'submit-job',
    summary: 'Submit a job',
    description:
      'Queues the work of a tool. The body of the tool is checked whole before that: what its own route would ' +
      'answer with 400 is answered here. What has been answered with 202 is not lost, whatever process ends ' +
      'how. `render` also takes the id of a session, whose content it renders as it is at submission.',
    parameters: requestHeaderRefs('X-Request-Id', 'Idempotency-Key', 'Approval'),
    requestBody: { required: true, content: submission(inputs) },
    responses: {
      202: { ...queued, links: linksBy('id', ['show-job', 'job-result', 'delete-job']) },
      ...problems.of([...postingProblems, ...own]),
    },
  };
}

const queuedHeaders = [...limited, 'Location', 'Retry-After', 'Idempotency-Replayed'] as const;
const queued = jsonResponse('The job is queued. `Location` is where its progress is.', 'Job', queuedHeaders);

function showing(problems: ProblemResponses): Route {
  return {
    ...shared,
    operationId: 'show-job',
    summary: 'How far is a job?',
    description:
      'Answers status and progress, and after the end the address of the result, or the problem. Poll again ' +
      'after `Retry-After` seconds.',
    parameters: [...requestHeaderRefs('X-Request-Id'), id],
    responses: {
      200: jsonResponse('The job.', 'Job', [...limited, 'Retry-After']),
      ...problems.of([...readingProblems, 'invalid-request', ...asJob]),
    },
  };
}

function resulting(problems: ProblemResponses, work: readonly Slug[]): Route {
  return {
    ...shared,
    operationId: 'job-result',
    summary: 'Get the result of a job',
    description:
      'Answers what the route of the tool would have answered, in the representation that `Accept` of this ' +
      'request chooses; of a job that failed, its problem.',
    parameters: [...requestHeaderRefs('X-Request-Id'), id],
    responses: {
      200: result,
      ...problems.of([
        ...readingProblems,
        'invalid-request',
        ...asJob,
        'job-not-finished',
        'not-acceptable',
        'unknown-tool',
        'render-failed',
        ...work,
      ]),
    },
  };
}

function deleting(problems: ProblemResponses): Route {
  return {
    ...shared,
    operationId: 'delete-job',
    summary: 'Cancel and delete a job',
    description: 'Stops the job if it is queued or running, and deletes its record and result.',
    parameters: [...requestHeaderRefs('X-Request-Id', 'Idempotency-Key'), id],
    responses: {
      204: { description: 'It is deleted.', headers: headerRefs('X-Request-Id', ...limited, 'Idempotency-Replayed') },
      ...problems.of([...deletingProblems, 'invalid-request', 'job-not-found', 'not-ready']),
    },
  };
}

const result: Response = {
  description: 'The result.',
  headers: headerRefs(
    'X-Request-Id',
    ...limited,
    'Content-Digest',
    'Content-Disposition',
    'Document-Pages',
    'Document-Warnings',
  ),
  content: {
    'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
    'application/zip': { schema: { type: 'string', contentMediaType: 'application/zip' } },
    'application/json': { schema: { type: 'object', description: 'As the route of the tool answers it.' } },
    'text/plain': { schema: { type: 'string' } },
    ...imageContent,
  },
};

/** The submissions: one schema for each tool, and one for any tool. */
function jobSchemas(inputs: Described['inputs']): Record<string, JsonSchema> {
  const kinds = inputs.map(({ tool, schema }): [string, JsonSchema] => [
    `${pascalCase(tool.name)}Job`,
    {
      type: 'object',
      properties: { tool: { const: tool.name }, input: inputOf(tool), retain: retainSchema },
      required: ['tool', ...(((schema.required ?? []) as readonly string[]).length > 0 ? ['input'] : [])],
      additionalProperties: false,
    },
  ]);
  const any = {
    description: 'The name of a tool, and the body that its own route takes.',
    oneOf: kinds.map(([name]) => schemaRef(name)),
  };
  const session = inputs.some(({ tool }) => tool.name === 'render') && { SessionJobInput: sessionJobSchema };
  return { ...Object.fromEntries(kinds), ...session, SubmitJobRequest: any };
}

/** `input` of a job: the body of the tool; `render` also takes a session. */
function inputOf(tool: Tool): JsonSchema {
  const own = schemaRef(requestName(tool));
  return tool.name === 'render' ? { anyOf: [own, schemaRef('SessionJobInput')] } : own;
}

function submission(inputs: Described['inputs']): Content {
  const tools = inputs.map(({ tool }) => tool);
  const examples = tools.flatMap(({ name, examples: of }) =>
    Object.values(of)
      .slice(0, 1)
      .map((input) => [name, { value: { tool: name, input, retain: '2h' } }] as const),
  );
  const parts = filePartsOfJobs(tools);
  return {
    'application/json': {
      schema: schemaRef('SubmitJobRequest'),
      ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
    },
    ...(parts.length > 0 && { 'multipart/form-data': formOfJobs(inputs, parts, retainSchema) }),
  };
}
