import { setImmediate as turn } from 'node:timers/promises';
import {
  changeSession,
  insertOperations,
  replaceOperation,
  type ChangedWith,
} from '../../../calls/sessions/change-session.ts';
import { forkSession } from '../../../calls/sessions/fork-session.ts';
import { targetOf } from '../../../calls/sessions/move-input.ts';
import type { SessionDeps } from '../../../calls/sessions/open-session.ts';
import { patchSession } from '../../../calls/sessions/patch-session.ts';
import { shownOperation } from '../../../calls/sessions/shown-operation.ts';
import { joi } from '../../../input/fields.ts';
import { joiInput } from '../../../input/input.ts';
import { jsonOf } from '../../../calls/reading/assemble-body.ts';
import type { Changed, Session } from '../../../store/facets/sessions.ts';
import { jsonBody } from '../../body/accepted-body.ts';
import { callerOf } from '../../caller-of.ts';
import { empty, json, principalOf, type Handler, type Route } from '../../exchange.ts';
import { answering } from '../../stages/store-idempotent-answer.ts';
import { queryOf } from '../route.ts';
import { etagOf } from './if-match.ts';
import { besideOf, partOf } from './operation-query.ts';
import { sessionAnswer } from './session-answer.ts';
import { sessionCall } from './turns.ts';

type Methods = Route['methods'];

/** A route below a session: its path there, its methods, and the body that they take. */
export interface Below {
  readonly path: string;
  readonly methods: Methods;
  readonly body: Route['body'];
  /** True where its methods read the query themselves. */
  readonly hasQuery?: boolean;
}

/** An operation of more bytes takes a while to read. */
const largeBytes = 128 * 1024;

/** The body of a route that needs none. */
const noFields = joiInput(joi.object({}));

const optionalBody = { ...jsonBody, optional: true };

/** The routes that read and change the operations and the options of a session (docs/sessions.md). */
export function operationRoutes(deps: SessionDeps): readonly Below[] {
  const one = '/{sessionId}/operations/{operationId}';
  return [
    {
      path: '/{sessionId}/operations',
      methods: { GET: list(deps), POST: insert(deps) },
      body: jsonBody,
      hasQuery: true,
    },
    { path: one, methods: { GET: show(deps), PUT: replace(deps), DELETE: remove(deps) }, body: jsonBody },
    { path: `${one}/move`, methods: { POST: move(deps) }, body: jsonBody },
    { path: '/{sessionId}/undo', methods: { POST: step(deps, 'undo') }, body: optionalBody },
    { path: '/{sessionId}/redo', methods: { POST: step(deps, 'redo') }, body: optionalBody },
    { path: '/{sessionId}/fork', methods: { POST: fork(deps) }, body: optionalBody },
  ];
}

/** `PATCH /sessions/{sessionId}`. */
export function patch(deps: SessionDeps): Handler {
  return (exchange) => {
    return patchSession(deps, callerOf(exchange), sessionCall(exchange), changedSession);
  };
}

const changedSession = answering(({ session }: Changed) => sessionAnswer(200, session));

/** `GET .../operations`. */
function list({ sessions }: SessionDeps): Handler {
  return async (exchange) => {
    const part = partOf(queryOf(exchange.req.url));
    const session = await sessions.find(principalOf(exchange).client, exchange.params.sessionId ?? '', true);
    const found = await sessions.part(session, part);
    const operations: ReturnType<typeof shownOperation>[] = [];
    for (const [index, operation] of found.entries()) {
      if (index % 50 === 0 || operation.json.byteLength > largeBytes) await turn(); // other requests have theirs
      operations.push(shownOperation(operation, part.from + index));
    }
    const { revision, operations: total } = session;
    return json(200, { revision, total, operations }, { etag: etagOf(revision) });
  };
}

/** `POST .../operations`. */
function insert(deps: SessionDeps): Handler {
  const inserted = answering(({ session: { id, revision }, index, operations }: ChangedWith) =>
    json(
      201,
      {
        sessionId: id,
        revision,
        operations: operations.map(({ operationId, op }, at) => ({ operationId, index: (index ?? 0) + at, op })),
      },
      { etag: etagOf(revision) },
    ),
  );
  return (exchange) => {
    const at = besideOf(queryOf(exchange.req.url));
    return insertOperations(deps, callerOf(exchange), { ...sessionCall(exchange), at }, inserted);
  };
}

/** `GET .../operations/{operationId}`. */
function show({ sessions }: SessionDeps): Handler {
  return async (exchange) => {
    const { sessionId = '', operationId = '' } = exchange.params;
    const session = await sessions.find(principalOf(exchange).client, sessionId, true);
    const operation = await sessions.operation(session, operationId);
    return json(200, shownOperation(operation, operation.index), { etag: etagOf(session.revision) });
  };
}

/** `PUT .../operations/{operationId}`. */
function replace(deps: SessionDeps): Handler {
  const replaced = answering(({ session: { id, revision }, index, operations }: ChangedWith) =>
    json(200, { sessionId: id, revision, ...operations[0], index }, { etag: etagOf(revision) }),
  );
  return (exchange) => {
    const { operationId = '' } = exchange.params;
    return replaceOperation(deps, callerOf(exchange), { ...sessionCall(exchange), operationId }, replaced);
  };
}

/** `DELETE .../operations/{operationId}`. */
function remove(deps: SessionDeps): Handler {
  const removed = answering(({ session }: Changed) => empty(204, { etag: etagOf(session.revision) }));
  return (exchange) => {
    const { operationId = '' } = exchange.params;
    const change = { kind: 'remove', operationId } as const;
    return changeSession(deps, callerOf(exchange), { ...sessionCall(exchange), change }, removed);
  };
}

/** `POST .../operations/{operationId}/move`. */
function move(deps: SessionDeps): Handler {
  return async (exchange) => {
    const { operationId = '' } = exchange.params;
    const to = targetOf(jsonOf(await exchange.payload()));
    const moved = answering(({ session: { id, revision }, index }: Changed) =>
      json(200, { sessionId: id, revision, operationId, index }, { etag: etagOf(revision) }),
    );
    const change = { kind: 'move', operationId, to } as const;
    return changeSession(deps, callerOf(exchange), { ...sessionCall(exchange), change }, moved);
  };
}

/** `POST .../undo` and `.../redo`. */
function step(deps: SessionDeps, kind: 'undo' | 'redo'): Handler {
  return async (exchange) => {
    noFields.validate(jsonOf(await exchange.payload()));
    return changeSession(deps, callerOf(exchange), { ...sessionCall(exchange), change: { kind } }, changedSession);
  };
}

/** `POST .../fork`. */
function fork(deps: SessionDeps): Handler {
  const forked = answering((session: Session) => sessionAnswer(201, session));
  return (exchange) => {
    return forkSession(deps, callerOf(exchange), sessionCall(exchange), forked);
  };
}
