import type { Tool } from '../../../editions/edition.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { appends } from '../../routes/sessions/appends.ts';
import type { Route } from '../description.ts';
import { headerRefs, requestHeaderRefs } from '../headers.ts';
import { jsonResponse, linksBy } from '../json-response.ts';
import type { ProblemResponses } from '../problem-responses.ts';
import { deletingProblems, postingProblems, readingProblems, toolProblems } from '../route-problems.ts';
import {
  always,
  composing,
  idParameter,
  limited,
  named,
  replayed,
  sessionBody,
  sessionRoute,
} from './session-shared.ts';
import { toolRoute } from '../tool-route.ts';

const opened = {
  ...jsonResponse('The session.', 'Session', [...replayed, 'Location', 'ETag']),
  links: linksBy('sessionId', [
    ...appends.map(({ path }) => `session-${path}`),
    'session',
    'render-session',
    'delete-session',
  ]),
};

/** `POST /sessions`. */
export function openRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'open-session',
    summary: 'Open a session',
    description:
      'Holds a document open across calls. `document` and `output` are those of a render; all of the body may ' +
      'be left out.',
    parameters: requestHeaderRefs('X-Request-Id', 'Idempotency-Key'),
    requestBody: sessionBody('OpenSessionRequest', {
      required: false,
      example: { ttl: '30m', document: { size: 'A4', title: 'Q3 report' }, output: { deterministic: true } },
    }),
    responses: {
      201: opened,
      ...problems.of([...postingProblems, ...always, ...composing, 'conformance-not-reached', 'render-failed']),
    },
  };
}

/** `GET /sessions/{sessionId}`. */
export function showRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'session',
    summary: 'Look at a session',
    description: 'Answers the state and the operations of the session, and counts as a use of it.',
    parameters: [...requestHeaderRefs('X-Request-Id'), idParameter],
    responses: {
      200: jsonResponse('The session.', 'Session', [...limited, 'ETag']),
      ...problems.of([...readingProblems, ...named]),
    },
  };
}

/** `DELETE /sessions/{sessionId}`. */
export function deleteRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'delete-session',
    summary: 'Delete a session',
    description: 'Deletes the session and everything in it.',
    parameters: [...requestHeaderRefs('X-Request-Id', 'Idempotency-Key', 'If-Match'), idParameter],
    responses: {
      204: { description: 'It is deleted.', headers: headerRefs('X-Request-Id', ...replayed) },
      ...problems.of([...deletingProblems, ...named, 'revision-mismatch']),
    },
  };
}

/** `POST /sessions/{sessionId}/render`, which answers as the tool `render` does. */
export function renderRoute(render: Tool, operations: readonly Operation[], problems: ProblemResponses): Route {
  const input = render.input(operations).jsonSchema;
  const own = toolProblems(render, input).filter((slug) => slug !== 'invalid-multipart');
  return {
    ...sessionRoute,
    operationId: 'render-session',
    summary: 'Render a session',
    description:
      'Answers what a render of the same operations answers. Fields of `output` stand in place of those of the ' +
      'session, for this once. The session stays open, can grow, and can be rendered again.',
    parameters: [...requestHeaderRefs('X-Request-Id', 'Idempotency-Key', 'Approval', 'If-Match'), idParameter],
    requestBody: sessionBody('RenderSessionRequest', { required: false, example: { output: { filename: 'q3.pdf' } } }),
    responses: {
      ...toolRoute(render, input, problems).responses,
      ...problems.of([...own, ...named, 'revision-mismatch']),
    },
  };
}
