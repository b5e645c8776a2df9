import type { JsonSchema } from '../../../input/input.ts';
import type { Parameter, PathItem, Response, Route } from '../description.ts';
import { headerRefs, requestHeaderRefs } from '../headers.ts';
import { jsonResponse } from '../json-response.ts';
import type { ProblemResponses } from '../problem-responses.ts';
import { deletingProblems, postingProblems, readingProblems } from '../route-problems.ts';
import { schemaRef } from '../schema-components.ts';
import { composing, idParameter, limited, named, replayed, sessionRoute } from './session-shared.ts';

const name: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The name by which operations refer to the asset.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$' },
  example: 'logo',
};

/** The schemas of assets, by their names in `components`. */
export const assetSchemas: Readonly<Record<string, JsonSchema>> = {
  SessionAsset: {
    type: 'object',
    description: 'An asset of a session.',
    properties: {
      name: { type: 'string', description: 'The name by which operations refer to it.' },
      contentType: { type: 'string', description: 'The type that its bytes have.' },
      bytes: { type: 'integer', minimum: 1 },
      sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    },
    required: ['name', 'contentType', 'bytes', 'sha256'],
    additionalProperties: false,
  },
  SessionAssetList: {
    type: 'object',
    description: 'The assets of a session, by name.',
    properties: { assets: { type: 'array', items: schemaRef('SessionAsset') } },
    required: ['assets'],
    additionalProperties: false,
  },
};

const changing = requestHeaderRefs('X-Request-Id', 'Idempotency-Key', 'If-Match');
const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

/** The routes of the assets of a session, below its path. */
export function assetPaths(base: string, problems: ProblemResponses): Readonly<Record<string, PathItem>> {
  return {
    [`${base}/assets`]: { get: listRoute(problems) },
    [`${base}/assets/{name}`]: { get: getRoute(problems), put: putRoute(problems), delete: removeRoute(problems) },
  };
}

function listRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'list-session-assets',
    summary: 'List the assets of a session',
    description: 'Answers the name, type, size and digest of each asset. It counts as a use of the session.',
    parameters: [...requestHeaderRefs('X-Request-Id'), idParameter],
    responses: {
      200: jsonResponse('The assets of the session.', 'SessionAssetList', [...limited, 'ETag']),
      ...problems.of([...readingProblems, ...named, 'invalid-request']),
    },
  };
}

const bytesOfAsset: Response = {
  description: 'The bytes.',
  headers: headerRefs('X-Request-Id', ...limited, 'Content-Digest', 'Content-Disposition', 'ETag'),
  content: Object.fromEntries(
    [
      ...['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml', 'application/pdf'],
      ...['font/ttf', 'font/otf', 'font/woff', 'font/woff2', 'text/css'],
    ].map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
  ),
};

function getRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'session-asset',
    summary: 'Get an asset of a session',
    description: 'Answers the bytes that were stored, with their type.',
    parameters: [...requestHeaderRefs('X-Request-Id'), idParameter, name],
    responses: {
      200: bytesOfAsset,
      ...problems.of([...readingProblems, ...named, 'asset-not-found', 'invalid-request']),
    },
  };
}

function putRoute(problems: ProblemResponses): Route {
  const stored = (description: string) => jsonResponse(description, 'SessionAsset', [...replayed, 'ETag']);
  return {
    ...sessionRoute,
    operationId: 'put-session-asset',
    summary: 'Store an asset of a session',
    description:
      'Stores an image, a font, a PDF or a style sheet under a name, also in place of another one. The bytes ' +
      'determine the type, whatever `Content-Type` the request has. Assets count against `SERVICE_SESSION_ASSETS`, not against ' +
      'the payload limit. The file is read to its end: an image that cannot be decoded, a font or a PDF that cannot be ' +
      'read is refused.',
    parameters: [...changing, idParameter, name],
    requestBody: { required: true, content: { 'application/octet-stream': file } },
    responses: {
      200: stored('It is in the place of the one of the same name.'),
      201: stored('It is stored under a new name.'),
      ...problems.of([
        ...postingProblems,
        ...named,
        'revision-mismatch',
        'limit-exceeded',
        ...composing,
        'invalid-pdf',
        'too-many-pages',
      ]),
    },
  };
}

function removeRoute(problems: ProblemResponses): Route {
  return {
    ...sessionRoute,
    operationId: 'remove-session-asset',
    summary: 'Remove an asset of a session',
    description:
      'Removes an asset that no operation names by `asset` or as the family of `set_font`. Undoing the removal of an ' +
      'operation brings back the asset that it names.',
    parameters: [...changing, idParameter, name],
    responses: {
      204: { description: 'It is removed.', headers: headerRefs('X-Request-Id', ...replayed, 'ETag') },
      ...problems.of([
        ...deletingProblems,
        ...named,
        'asset-not-found',
        'asset-in-use',
        'revision-mismatch',
        'invalid-request',
      ]),
    },
  };
}
