import { listLimits } from '../routes/jobs/list-query.ts';
import type { Parameter, Route } from './description.ts';
import { requestHeaderRefs } from './headers.ts';
import { jobStatus } from './job-schema.ts';
import { jsonResponse } from './json-response.ts';
import type { ProblemResponses } from './problem-responses.ts';
import { readingProblems } from './route-problems.ts';

const parameters: readonly Parameter[] = [
  {
    name: 'status',
    in: 'query',
    description: 'Only jobs of this status.',
    allowEmptyValue: true,
    schema: jobStatus,
    example: 'failed',
  },
  {
    name: 'limit',
    in: 'query',
    description: 'The largest number of jobs of the page.',
    allowEmptyValue: true,
    schema: { type: 'integer', minimum: 1, maximum: listLimits.max, default: listLimits.default },
    example: 20,
  },
  {
    name: 'cursor',
    in: 'query',
    description: '`next` of the page before. Other parameters may change between pages.',
    allowEmptyValue: true,
    schema: { type: 'string' },
    example: '',
  },
];

/** `GET /api/v1/jobs`. */
export function listing(problems: ProblemResponses): Route {
  return {
    tags: ['jobs'],
    security: [{ bearer: [] }],
    operationId: 'list-jobs',
    summary: 'List jobs',
    description:
      'Lists the jobs of the client, the newest first. A job whose result has expired is not listed. A page ' +
      'repeats no job of the pages before it and misses none, whatever is submitted or deleted meanwhile.',
    parameters: [...requestHeaderRefs('X-Request-Id'), ...parameters],
    responses: {
      200: jsonResponse('A page of jobs.', 'JobList', ['RateLimit', 'RateLimit-Policy']),
      ...problems.of([...readingProblems, 'invalid-request', 'not-ready']),
    },
  };
}
