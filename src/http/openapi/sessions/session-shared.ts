import type { Slug } from '../../../problems.ts';
import type { Content, Parameter } from '../description.ts';
import type { HeaderName } from '../headers.ts';
import { schemaRef } from '../schema-components.ts';

/** The parts that all routes of sessions share. */
export const sessionRoute = { tags: ['sessions'], security: [{ bearer: [] }] } as const;

/** The headers of every answer after the rate limits. */
export const limited: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
/** The headers of an answer to a request that may have an `Idempotency-Key`. */
export const replayed: readonly HeaderName[] = [...limited, 'Idempotency-Replayed'];

/** The path parameter of every route that names a session. */
export const idParameter: Parameter = {
  name: 'sessionId',
  in: 'path',
  required: true,
  description: 'The id of a session of this client.',
  schema: { type: 'string', format: 'uuid' },
  example: '0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f',
};

/**
 * Problems of every route: it is absent where sessions are off, the store may be unreachable, and the tool `render` may
 * be outside the scope.
 */
export const always: readonly Slug[] = ['not-found', 'capability-denied', 'not-ready'];
/** Problems of a route that names a session. */
export const named: readonly Slug[] = [...always, 'session-not-found', 'session-expired'];
/** Problems of composing, beside those of every `POST`. */
export const composing: readonly Slug[] = ['overloaded', 'invalid-image', 'invalid-font'];
/** Problems of adding any operation, beside those of every `POST`. */
export const adding: readonly Slug[] = [
  ...composing,
  'unknown-operation',
  'template-not-found',
  'template-error',
  'template-data-invalid',
];

/** The JSON body of a session route: a schema of `components`, by name, with one example that succeeds. */
export function sessionBody(
  schema: string,
  { required, example }: { readonly required: boolean; readonly example: unknown },
): { readonly required: boolean; readonly content: Content } {
  return {
    required,
    content: { 'application/json': { schema: schemaRef(schema), examples: { example: { value: example } } } },
  };
}
