import { imageTypes } from '../../../context.ts';
import type { Tool } from '../../../editions/edition.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { pageLimits } from '../../routes/sessions/page-route.ts';
import type { Parameter, Route } from '../description.ts';
import { headerRefs, requestHeaderRefs } from '../headers.ts';
import type { ProblemResponses } from '../problem-responses.ts';
import { approving, readingProblems, workProblems } from '../route-problems.ts';
import { idParameter, limited, named, sessionRoute } from './session-shared.ts';

const size = (name: keyof typeof pageLimits, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  allowEmptyValue: true,
  schema: { type: 'integer', minimum: pageLimits[name].min, maximum: pageLimits[name].max },
});

const parameters: readonly Parameter[] = [
  {
    name: 'page',
    in: 'path',
    required: true,
    description: 'The page, from 1.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  size('width', 'The width of the image in pixels, in place of `dpi`.'),
  size('dpi', 'Pixels an inch; 144 unless a width is given.'),
];

const tag = { description: 'The revision, and the type of the image unless it is PNG.', required: true } as const;
const etag = { ...tag, schema: { type: 'string', pattern: '^"[0-9]+(-(jpeg|webp))?"$' } };

/** `GET /sessions/{sessionId}/pages/{page}`. */
export function pageRoute(render: Tool, operations: readonly Operation[], problems: ProblemResponses): Route {
  const own = workProblems(render, render.input(operations).jsonSchema).filter(
    (slug) => slug !== 'invalid-multipart' && slug !== 'malformed-json',
  );
  return {
    ...sessionRoute,
    operationId: 'session-page',
    summary: 'Show a page of a session',
    description:
      'Draws a page of the document that a render of the session makes, as PNG, JPEG or WebP by `Accept`. The print of ' +
      'a content is made once for all of its pages. With `If-None-Match` an unchanged session is 304.',
    parameters: [...requestHeaderRefs('X-Request-Id', 'Approval'), idParameter, ...parameters],
    responses: {
      200: {
        description: 'The image.',
        headers: {
          ...headerRefs('X-Request-Id', ...limited, 'Content-Digest', 'Content-Disposition', 'Document-Pages'),
          ETag: etag,
        },
        content: Object.fromEntries(
          imageTypes.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
        ),
      },
      304: {
        description: 'The session is unchanged.',
        headers: { ...headerRefs('X-Request-Id', ...limited), ETag: etag },
      },
      ...problems.of([...readingProblems, ...named, ...approving, ...own]),
    },
  };
}
