import type { Below } from './operation-routes.ts';
import { sessionAssetsLimit } from '../../../calls/access/limits.ts';
import { changeSession } from '../../../calls/sessions/change-session.ts';
import type { SessionDeps } from '../../../calls/sessions/open-session.ts';
import { checkAssetName, putAsset, type PutAsset } from '../../../calls/sessions/assets/put-asset.ts';
import { assetMissing } from '../../../sessions/session-problems.ts';
import type { Changed, SessionAsset } from '../../../store/facets/sessions.ts';
import type { AcceptedBody } from '../../body/accepted-body.ts';
import { callerOf } from '../../caller-of.ts';
import { empty, json, principalOf, type Handler } from '../../exchange.ts';
import { answering } from '../../stages/store-idempotent-answer.ts';
import { etagOf } from './if-match.ts';
import { sessionCall } from './turns.ts';

const rawBody: AcceptedBody = { fileParts: [], raw: sessionAssetsLimit };

/** The routes of the assets of a session (docs/sessions.md). */
export function assetRoutes(deps: SessionDeps): readonly Below[] {
  return [
    { path: '/{sessionId}/assets', methods: { GET: list(deps) }, body: null },
    {
      path: '/{sessionId}/assets/{name}',
      methods: { GET: show(deps), PUT: put(deps), DELETE: remove(deps) },
      body: rawBody,
    },
  ];
}

const factsOf = ({ name, contentType, blob }: SessionAsset) => ({
  name,
  contentType,
  bytes: blob.size,
  sha256: blob.sha256,
});

/** `GET .../assets`. */
function list({ sessions }: SessionDeps): Handler {
  return async (exchange) => {
    const session = await sessions.find(principalOf(exchange).client, exchange.params.sessionId ?? '', true);
    const assets = await sessions.assets(session);
    return json(200, { assets: assets.map(factsOf) }, { etag: etagOf(session.revision) });
  };
}

/** `GET .../assets/{name}`: the bytes. */
function show({ sessions, store }: SessionDeps): Handler {
  return async (exchange) => {
    const { sessionId = '', name = '' } = exchange.params;
    checkAssetName(name);
    const session = await sessions.find(principalOf(exchange).client, sessionId, true);
    const asset = (await sessions.assets(session)).find((each) => each.name === name);
    if (asset === undefined) throw assetMissing();
    const { blob, contentType } = asset;
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      'content-digest': `sha-256=:${Buffer.from(blob.sha256, 'hex').toString('base64')}:`,
      etag: etagOf(session.revision),
    };
    const stream = await store.blobs.open(blob);
    if (exchange.cancel.signal.aborted) stream.destroy();
    exchange.cancel.signal.throwIfAborted();
    return { status: 200, headers, body: new Uint8Array(), streamed: { size: blob.size, stream } };
  };
}

/** `PUT .../assets/{name}`. */
function put(deps: SessionDeps): Handler {
  const stored = answering(({ session, isNew, asset }: PutAsset) =>
    json(isNew === true ? 201 : 200, factsOf(asset), { etag: etagOf(session.revision) }),
  );
  return (exchange) => {
    return putAsset(deps, callerOf(exchange), { ...sessionCall(exchange), name: exchange.params.name ?? '' }, stored);
  };
}

/** `DELETE .../assets/{name}`. */
function remove(deps: SessionDeps): Handler {
  const removed = answering(({ session }: Changed) => empty(204, { etag: etagOf(session.revision) }));
  return (exchange) => {
    const { name = '' } = exchange.params;
    checkAssetName(name);
    const change = { kind: 'remove-asset', name } as const;
    return changeSession(deps, callerOf(exchange), { ...sessionCall(exchange), change }, removed);
  };
}
