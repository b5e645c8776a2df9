import { FairQueue } from '../../../fair-queue.ts';
import { AppError } from '../../../problems.ts';
import { revisionMismatch, type Sessions } from '../../../sessions/sessions.ts';
import { jsonBody } from '../../body/accepted-body.ts';
import type { Approvals } from '../../approval/approvals.ts';
import type { HttpDeps } from '../../deployment.ts';
import { empty, principalOf, type Answer, type Handler, type Route } from '../../exchange.ts';
import { guardsOf } from '../../stages/store-idempotent-answer.ts';
import { appendOperation } from './append-operation.ts';
import { appends, imageField } from './appends.ts';
import { ifMatchOf } from './if-match.ts';
import { openSession } from './open-session.ts';
import { renderSession } from './render-session.ts';
import { sessionAnswer, sessionsPath } from './session-answer.ts';

/** Requests of one client that may have a session in memory at a time; its others wait in order. */
const atOnce = 4;

const optionalBody = { ...jsonBody, optional: true };
const imageBody = { fileParts: [imageField], file: { field: imageField, types: ['image/*'] } };

/**
 * The routes of sessions (docs/spec/jobs-and-sessions.md), guarded as the tool `render` is; none where sessions are off
 * or that tool is absent. A route whose operation is absent is absent too.
 */
export function sessionRoutes(
  deps: HttpDeps & { readonly gate: FairQueue; readonly approvals: Approvals },
): readonly Route[] {
  const {
    config,
    deployment,
    reader: { sessions: reader },
    services,
    sessions,
    store,
    gate,
    approvals,
  } = deps;
  const tool = deployment.tools.find(({ name }) => name === 'render');
  if (!sessions || !tool || !reader) return [];
  const { operations } = deployment;
  const admission = { tool, services };
  const inTurn = turnsOf(new FairQueue({ placesPerClient: atOnce }));
  const route = (path: string, methods: Route['methods'], body: Route['body']): Route => ({
    path: `${sessionsPath}${path}`,
    methods,
    body,
    tool,
    probe: false,
  });
  return [
    route('', { POST: inTurn(openSession({ config, sessions, store, admission, reader })) }, optionalBody),
    route('/{sessionId}', { GET: inTurn(tellSession(sessions)), DELETE: inTurn(deleteSession(sessions)) }, null),
    route(
      '/{sessionId}/render',
      { POST: renderSession({ tool, services, sessions, gate, approvals, reader }) },
      optionalBody,
    ),
    ...appends.flatMap(({ path, operation: name }) => {
      const operation = operations.find((each) => each.name === name);
      return operation
        ? [
            route(
              `/{sessionId}/${path}`,
              { POST: inTurn(appendOperation(operation, { config, sessions, store, admission, reader })) },
              bodyOf(name),
            ),
          ]
        : [];
    }),
  ];
}

/** A handler that waits until it is the turn of its request. */
function turnsOf(turns: FairQueue): (handle: Handler) => Handler {
  return (handle) => async (exchange) => {
    const leave = await turns.enter(principalOf(exchange).client, exchange.cancel.signal);
    try {
      return await handle(exchange);
    } finally {
      leave();
    }
  };
}

/** A page may have no fields of its own. */
function bodyOf(operation: (typeof appends)[number]['operation']): Route['body'] {
  if (operation === 'add_image') return imageBody;
  return operation === 'add_page' ? optionalBody : jsonBody;
}

/** `GET /sessions/{sessionId}`. */
function tellSession(sessions: Sessions): Handler {
  return async (exchange) =>
    sessionAnswer(200, await sessions.find(principalOf(exchange).client, exchange.params.sessionId ?? '', true));
}

/** `DELETE /sessions/{sessionId}`. */
function deleteSession(sessions: Sessions): Handler {
  return async (exchange) => {
    const ifMatch = ifMatchOf(exchange.req.headers['if-match']);
    const session = await sessions.find(principalOf(exchange).client, exchange.params.sessionId ?? '', false);
    if (ifMatch !== null && !ifMatch.includes(session.revision)) throw revisionMismatch();
    // Thrown where the store asks for the answer, it leaves nothing kept.
    const answer = (removed: boolean): Answer => {
      if (!removed) throw new AppError('session-not-found', 'There is no session of that id any more.');
      return empty(204);
    };
    return answer(await sessions.remove(session, guardsOf(exchange, answer)));
  };
}
