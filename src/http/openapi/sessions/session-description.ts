import type { Tool } from '../../../editions/edition.ts';
import type { JsonSchema } from '../../../input/input.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { appends } from '../../routes/sessions/appends.ts';
import { sessionsPath } from '../../routes/sessions/session-answer.ts';
import type { Description, PathItem } from '../description.ts';
import type { ProblemResponses } from '../problem-responses.ts';
import { assetPaths, assetSchemas } from './session-asset-routes.ts';
import { appendRoute } from './session-append-route.ts';
import { pageRoute } from './session-page-route.ts';
import { deleteRoute, openRoute, renderRoute, showRoute } from './session-routes.ts';
import { operationPaths, patchRoute } from './session-operation-routes.ts';
import { fieldsName, sessionSchemas } from './session-schemas.ts';
import { workspaceSchemas } from './session-workspace-schemas.ts';

interface SessionDescription {
  /** The schemas by their names in `components`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly tags: Description['tags'];
}

/** The routes of sessions in the package, whether or not a deployment enables them; none without the tool `render`. */
export function describeSessions({
  tools,
  operations,
  problems,
}: {
  readonly tools: readonly Tool[];
  readonly operations: readonly Operation[];
  readonly problems: ProblemResponses;
}): SessionDescription {
  const render = tools.find(({ name }) => name === 'render');
  if (!render) return { schemas: {}, paths: {}, tags: [] };
  const ofRender = render.input(operations).jsonSchema;
  const schemas = { ...sessionSchemas(operations), ...workspaceSchemas(ofRender), ...assetSchemas };
  const appending = appends.flatMap((append): [string, PathItem][] => {
    const operation = operations.find(({ name }) => name === append.operation);
    const schema = schemas[fieldsName(append.path)];
    return operation && schema
      ? [[`${sessionsPath}/{sessionId}/${append.path}`, { post: appendRoute({ append, operation, schema, problems }) }]]
      : [];
  });
  return {
    schemas,
    paths: {
      [sessionsPath]: { post: openRoute(problems) },
      [`${sessionsPath}/{sessionId}`]: {
        get: showRoute(problems),
        patch: patchRoute(problems),
        delete: deleteRoute(problems),
      },
      ...operationPaths(`${sessionsPath}/{sessionId}`, problems),
      ...assetPaths(`${sessionsPath}/{sessionId}`, problems),
      ...(tools.some(({ name }) => name === 'rasterize') && {
        [`${sessionsPath}/{sessionId}/pages/{page}`]: { get: pageRoute(render, operations, problems) },
      }),
      ...Object.fromEntries(appending),
      [`${sessionsPath}/{sessionId}/render`]: { post: renderRoute(render, operations, problems) },
    },
    tags: [
      {
        name: 'sessions',
        description:
          'Documents held open across calls. Present where `SERVICE_SESSIONS_ENABLED` is `true` (see `sessions` of ' +
          '`GET /api/v1/capabilities`); elsewhere these paths are 404 `not-found`. A session belongs to ' +
          'the client that opened it, and ends when it is not used for its `ttl`.',
      },
    ],
  };
}
