import { partLimits } from '../../routes/sessions/operation-query.ts';
import type { Parameter, PathItem, Route } from '../description.ts';
import { headerRefs, requestHeaderRefs } from '../headers.ts';
import { jsonResponse } from '../json-response.ts';
import type { ProblemResponses } from '../problem-responses.ts';
import { deletingProblems, postingProblems, readingProblems } from '../route-problems.ts';
import {
  adding,
  composing,
  idParameter,
  limited,
  named,
  replayed,
  sessionBody,
  sessionRoute,
} from './session-shared.ts';

const operationId: Parameter = {
  name: 'operationId',
  in: 'path',
  required: true,
  description: 'The id of an operation of the session.',
  schema: { type: 'string', pattern: '^[0-9a-f-]{32,36}$' },
  example: '5d1f7c3e-2b4a-4e6d-8f90-a1b2c3d4e5f6',
};

/** A parameter of the query that names an operation. */
const beside = (name: 'before' | 'after'): Parameter => ({
  name,
  in: 'query',
  description: `The id of the operation ${name} which the new ones go, in place of the end.`,
  allowEmptyValue: true,
  schema: { type: 'string' },
  example: '',
});

const partParameters: readonly Parameter[] = [
  {
    name: 'from',
    in: 'query',
    description: 'The place of the first operation, from 0.',
    allowEmptyValue: true,
    schema: { type: 'integer', minimum: 0, maximum: 999_999_999, default: 0 },
    example: 0,
  },
  {
    name: 'limit',
    in: 'query',
    description: 'The largest number of operations.',
    allowEmptyValue: true,
    schema: { type: 'integer', minimum: 1, maximum: partLimits.max, default: partLimits.default },
    example: 20,
  },
];

const changing = requestHeaderRefs('X-Request-Id', 'Idempotency-Key', 'If-Match');
const changed = [...named, 'revision-mismatch'] as const;
const session = (description: string) => jsonResponse(description, 'Session', [...replayed, 'ETag']);

/** The routes of the operations of a session, below its path. */
export function operationPaths(base: string, problems: ProblemResponses): Readonly<Record<string, PathItem>> {
  return {
    [`${base}/operations`]: { get: listRoute(problems), post: insertRoute(problems) },
    [`${base}/operations/{operationId}`]: {
      get: operationRoute(problems),
      put: replaceRoute(problems),
      delete: removeRoute(problems),
    },
    [`${base}/operations/{operationId}/move`]: { post: moveRoute(problems) },
    [`${base}/undo`]: { post: stepRoute('undo', problems) },
    [`${base}/redo`]: { post: stepRoute('redo', problems) },
    [`${base}/fork`]: { post: forkRoute(problems) },
  };
}

function listRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'list-session-operations',
    summary: 'List the operations of a session',
    description:
      'Answers operations in their order, with the size and the digest of each file in place of its bytes. It counts ' +
      'as a use of the session.',
    parameters: [...requestHeaderRefs('X-Request-Id'), idParameter, ...partParameters],
    responses: {
      200: jsonResponse('Operations of the session.', 'SessionOperationList', [...limited, 'ETag']),
      ...problems.of([...readingProblems, ...named, 'invalid-request']),
    },
  };
}

function insertRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'insert-session-operations',
    summary: 'Add operations to a session',
    description:
      'Adds one operation, or several as `{"operations": [...]}`: all or none, as one step that can be undone. They ' +
      'go to the end, or to the place that `before` or `after` names.',
    parameters: [...changing, idParameter, beside('before'), beside('after')],
    requestBody: sessionBody('SessionOperationsRequest', {
      required: true,
      example: { op: 'add_heading', text: 'Results', level: 2 },
    }),
    responses: {
      201: jsonResponse('They are in the session now.', 'SessionInsertion', [...replayed, 'ETag']),
      ...problems.of([...postingProblems, ...changed, ...adding, 'operation-not-found']),
    },
  };
}

function operationRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'session-operation',
    summary: 'Look at an operation of a session',
    description:
      'Answers the operation and its place, with the size and the digest of each file in place of its bytes.',
    parameters: [...requestHeaderRefs('X-Request-Id'), idParameter, operationId],
    responses: {
      200: jsonResponse('The operation.', 'SessionOperation', [...limited, 'ETag']),
      ...problems.of([...readingProblems, ...named, 'operation-not-found', 'invalid-request']),
    },
  };
}

function replaceRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'replace-session-operation',
    summary: 'Replace an operation of a session',
    description: 'Puts another operation in its place, under the same id. It is validated as an added one is.',
    parameters: [...changing, idParameter, operationId],
    requestBody: sessionBody('RenderOperation', {
      required: true,
      example: { op: 'add_text', text: 'Revenue grew by 14 %.' },
    }),
    responses: {
      200: jsonResponse('It is in the session now.', 'SessionReplacement', [...replayed, 'ETag']),
      ...problems.of([...postingProblems, ...changed, ...adding, 'operation-not-found']),
    },
  };
}

function removeRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'remove-session-operation',
    summary: 'Remove an operation from a session',
    description: 'Takes the operation out of the session. `undo` brings it back.',
    parameters: [...changing, idParameter, operationId],
    responses: {
      204: { description: 'It is removed.', headers: headerRefs('X-Request-Id', ...replayed, 'ETag') },
      ...problems.of([
        ...deletingProblems,
        ...changed,
        'operation-not-found',
        'invalid-request',
        'storage-quota-exceeded',
      ]),
    },
  };
}

function moveRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'move-session-operation',
    summary: 'Move an operation within a session',
    description: 'Moves the operation before or after another, or to an index.',
    parameters: [...changing, idParameter, operationId],
    requestBody: sessionBody('SessionMoveRequest', { required: true, example: { index: 0 } }),
    responses: {
      200: jsonResponse('It is in its new place.', 'SessionMove', [...replayed, 'ETag']),
      ...problems.of([...postingProblems, ...changed, 'operation-not-found']),
    },
  };
}

const stepTexts = {
  undo: [
    'Undo the last change of a session',
    'Undoes the last change of the operations or of `document`, `output` and ' + '`ttl`; the last 100 can be undone.',
  ],
  redo: [
    'Apply an undone change of a session again',
    'Applies the change that was undone last again, unless another ' + 'change was made since.',
  ],
} as const;

function stepRoute(kind: 'undo' | 'redo', problems: ProblemResponses): Route {
  const [summary, description] = stepTexts[kind];
  return {
    ...sessionRoute,
    operationId: `${kind}-session-change`,
    summary,
    description,
    parameters: [...changing, idParameter],
    responses: {
      200: session('The session as it is now.'),
      ...problems.of([...postingProblems, ...changed, 'session-conflict']),
    },
  };
}

function forkRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'fork-session',
    summary: 'Fork a session',
    description: 'Opens an independent session with the same content, or with that of an earlier revision.',
    parameters: [...changing, idParameter],
    requestBody: sessionBody('SessionForkRequest', { required: false, example: {} }),
    responses: {
      201: jsonResponse('The new session.', 'Session', [...replayed, 'Location', 'ETag']),
      ...problems.of([...postingProblems, ...changed, 'session-conflict']),
    },
  };
}

/** `PATCH /sessions/{sessionId}`. */
export function patchRoute(problems: ProblemResponses): Route {
  const body = sessionBody('SessionPatch', { required: true, example: { document: { title: 'Q4 report' } } });
  return {
    ...sessionRoute,
    operationId: 'patch-session',
    summary: 'Change the options of a session',
    description:
      'Applies a JSON Merge Patch (RFC 7396) to `document`, `output` and `ttl`: a field that is `null` is removed, an ' +
      'object is merged, any other value replaces.',
    parameters: [...changing, idParameter],
    requestBody: {
      ...body,
      content: { ...body.content, 'application/merge-patch+json': body.content['application/json'] ?? {} },
    } as Route['requestBody'] & object,
    responses: {
      200: session('The session as it is now.'),
      ...problems.of([...postingProblems, ...changed, ...composing, 'conformance-not-reached', 'render-failed']),
    },
  };
}
