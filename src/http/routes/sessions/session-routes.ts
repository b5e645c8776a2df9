import { guardsOf } from '../../../calls/caller.ts';
import { appendOperation } from '../../../calls/sessions/append-operation.ts';
import { openSession, type SessionDeps } from '../../../calls/sessions/open-session.ts';
import { renderSession, type RenderSessionDeps } from '../../../calls/sessions/render-session.ts';
import { FairQueue } from '../../../fair-queue.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { Sessions } from '../../../sessions/sessions.ts';
import type { Changed, Removed, Session } from '../../../store/facets/sessions.ts';
import type { Approvals } from '../../../calls/approval/approvals.ts';
import { toolAnswering } from '../../answer/tool-answering.ts';
import { jsonBody } from '../../body/accepted-body.ts';
import { callerOf } from '../../caller-of.ts';
import type { HttpDeps } from '../../deployment.ts';
import { empty, json, principalOf, type Handler, type Route } from '../../exchange.ts';
import { answering } from '../../stages/store-idempotent-answer.ts';
import { queryOf } from '../route.ts';
import { withoutQuery } from '../without-query.ts';
import { appends, imageField } from './appends.ts';
import { PagePreviews } from '../../../calls/sessions/preview/preview-page.ts';
import { etagOf, ifMatchOf } from './if-match.ts';
import { assetRoutes } from './asset-routes.ts';
import { showPage } from './page-route.ts';
import { operationRoutes, patch } from './operation-routes.ts';
import { sessionAnswer, sessionsPath } from './session-answer.ts';
import { sessionCall, turnsOf } from './turns.ts';

/** Requests of one client that may have a session in memory at a time; its others wait in order. */
const atOnce = 4;

const optionalBody = { ...jsonBody, optional: true };
const patchBody = { ...jsonBody, alsoJson: ['application/merge-patch+json'] };
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
  const changes = { config, sessions, store, admission: { tool, services }, reader, gate };
  const rendering = { tool, services, sessions, gate, approvals, reader, blobs: store.blobs };
  const rasterize = deployment.tools.find(({ name }) => name === 'rasterize');
  const previews = rasterize && new PagePreviews(rendering, rasterize);
  const inTurn = turnsOf(new FairQueue({ placesPerClient: atOnce }));
  const route = (path: string, methods: Route['methods'], body: Route['body'], hasQuery = false): Route => ({
    path: `${sessionsPath}${path}`,
    methods: body === imageBody || hasQuery ? methods : withoutQuery(methods),
    body,
    tool,
    probe: false,
  });
  return [
    route('', { POST: inTurn(open(changes)) }, optionalBody),
    route(
      '/{sessionId}',
      {
        GET: inTurn(showSession(sessions)),
        PATCH: inTurn(patch(changes)),
        DELETE: inTurn(deleteSession(sessions, previews)),
      },
      patchBody,
    ),
    ...[...operationRoutes(changes), ...assetRoutes(changes)].map(({ path, methods, body, hasQuery }) =>
      route(path, allInTurn(methods, inTurn), body, hasQuery),
    ),
    route('/{sessionId}/render', { POST: render(rendering) }, optionalBody),
    ...(previews ? [route('/{sessionId}/pages/{page}', { GET: showPage(sessions, previews) }, null, true)] : []),
    ...appends.flatMap(({ path, operation: name }) => {
      const operation = operations.find((each) => each.name === name);
      return operation
        ? [route(`/{sessionId}/${path}`, { POST: inTurn(append(operation, changes)) }, bodyOf(name))]
        : [];
    }),
  ];
}

function allInTurn(methods: Route['methods'], inTurn: (handle: Handler) => Handler): Route['methods'] {
  return Object.fromEntries(Object.entries(methods).map(([name, handle]) => [name, inTurn(handle)]));
}

/** A page may have no fields of its own. */
function bodyOf(operation: (typeof appends)[number]['operation']): Route['body'] {
  if (operation === 'add_image') return imageBody;
  return operation === 'add_page' ? optionalBody : jsonBody;
}

/** `POST /sessions`. */
function open(changes: SessionDeps): Handler {
  const opened = answering((session: Session) => sessionAnswer(201, session));
  return (exchange) => openSession(changes, callerOf(exchange), () => exchange.payload(), opened);
}

/** `POST /sessions/{sessionId}/pages`, `.../text` and so on: the body has the fields of the operation. */
function append(operation: Operation, changes: SessionDeps): Handler {
  const appended = answering(({ session: { id, revision }, index }: Changed) =>
    json(201, { sessionId: id, revision, index }, { etag: etagOf(revision) }),
  );
  return (exchange) =>
    appendOperation(
      changes,
      callerOf(exchange),
      { ...sessionCall(exchange), operation, query: queryOf(exchange.req.url) },
      appended,
    );
}

/** `POST /sessions/{sessionId}/render`. */
function render(deps: RenderSessionDeps): Handler {
  return (exchange) => {
    exchange.stages.add('receive', performance.now() - exchange.start);
    return renderSession(deps, callerOf(exchange), sessionCall(exchange), ({ produces, reports }) =>
      toolAnswering(exchange, produces, reports),
    );
  };
}

/** `GET /sessions/{sessionId}`. */
function showSession(sessions: Sessions): Handler {
  return async (exchange) =>
    sessionAnswer(200, await sessions.find(principalOf(exchange).client, exchange.params.sessionId ?? '', true));
}

/** `DELETE /sessions/{sessionId}`. */
function deleteSession(sessions: Sessions, previews: PagePreviews | undefined): Handler {
  const deleted = answering<Removed>(() => empty(204));
  return async (exchange) => {
    const ifMatch = ifMatchOf(exchange.req.headers['if-match']);
    const session = await sessions.find(principalOf(exchange).client, exchange.params.sessionId ?? '', false);
    await sessions.remove(session, ifMatch, guardsOf(callerOf(exchange), deleted));
    previews?.forget(session.id);
    return deleted.answer('removed');
  };
}
