import type { Response } from './description.ts';
import { headerRefs, type HeaderName } from './headers.ts';
import { schemaRef } from './schema-components.ts';

/** An answer in JSON, whose body is the schema of that name. */
export function jsonResponse(description: string, schema: string, headers: readonly HeaderName[] = []): Response {
  return { description, headers: headerRefs('X-Request-Id', ...headers), content: { 'application/json': { schema: schemaRef(schema) } } };
}
