import type { PathItem, Route } from './description.ts';
import { requestHeaderRefs } from './headers.ts';
import { jsonResponse } from './json-response.ts';
import type { ProblemResponses } from './problem-responses.ts';
import { livenessProblems, readinessProblems, readingProblems } from './route-problems.ts';

/** The routes that are not tools: the probes, and the capabilities of the deployment. */
export function serviceRoutes(problems: ProblemResponses): Record<string, PathItem> {
  const probe = { tags: ['service'], security: [], parameters: requestHeaderRefs('X-Request-Id') };
  const liveness: Route = {
    ...probe,
    operationId: 'healthz',
    summary: 'Is the process alive?',
    description: 'Liveness probe. Needs no key, and counts against no limit.',
    responses: { 200: jsonResponse('The process answers.', 'Probe'), ...problems.of(livenessProblems) },
  };
  const readiness: Route = {
    ...probe,
    operationId: 'readyz',
    summary: 'Can the service print?',
    description:
      'Readiness probe: the store answers and the browser has printed. Needs no key, and counts against no limit.',
    responses: { 200: jsonResponse('The service is ready for requests.', 'Probe'), ...problems.of(readinessProblems) },
  };
  const capabilities: Route = {
    operationId: 'capabilities',
    summary: 'What does this deployment offer?',
    description:
      'Tools, operations, templates, fonts and limits of this deployment. `usable` states whether the key of ' +
      'the request may use a tool.',
    tags: ['service'],
    security: [{ bearer: [] }],
    parameters: requestHeaderRefs('X-Request-Id'),
    responses: {
      200: jsonResponse('What the deployment offers.', 'Capabilities', ['RateLimit', 'RateLimit-Policy']),
      ...problems.of(readingProblems),
    },
  };
  return {
    '/healthz': { get: liveness },
    '/readyz': { get: readiness },
    '/api/v1/capabilities': { get: capabilities },
  };
}
