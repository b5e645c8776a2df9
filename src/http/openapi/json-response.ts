import type { Link, Response } from './description.ts';
import { headerRefs, type HeaderName } from './headers.ts';
import { schemaRef } from './schema-components.ts';

/** A JSON answer whose body has the schema of that name. */
export function jsonResponse(description: string, schema: string, headers: readonly HeaderName[] = []): Response {
  return {
    description,
    headers: headerRefs('X-Request-Id', ...headers),
    content: { 'application/json': { schema: schemaRef(schema) } },
  };
}

/** Links to operations whose path has an id. The response has the id in the field of the same name. */
export function linksBy(field: string, operationIds: readonly string[]): Record<string, Link> {
  const parameters = { [field]: `$response.body#/${field}` };
  return Object.fromEntries(operationIds.map((operationId) => [operationId, { operationId, parameters }]));
}
