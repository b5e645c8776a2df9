import { type JsonSchema, isSchema } from '../../../input/input.ts';
import type { Content, Description, MediaType, Parameter, PathItem, Response, Route } from '../description.ts';
import { isReference, methods } from '../description.ts';
import { schemaRef } from '../schema-components.ts';
import { mapSchemas, pascalCase } from '../schema-walk.ts';
import { withRule, withRuleApart } from './fields-together.ts';
import { withDiscriminators } from './discriminators.ts';
import { withPlainLeaves } from './leaves.ts';
import { NamedSchemas, nameKey, type SchemaPosition } from './named-schemas.ts';
import { withSharedParts } from './shared-parts.ts';

type Change = (schema: JsonSchema, place: SchemaPosition) => JsonSchema;

/**
 * The description in the form that generators of clients, test tools and mocks need: every object and union has a name,
 * every alternative has a type, patterns are portable, and repeated parts are shared. `borrowers` are the names of
 * schemas that repeat parts of others.
 */
export function published(plain: Description, borrowers: readonly string[] = []): Description {
  const find = (reference: string): JsonSchema => at(plain, reference);
  const clean = (schema: JsonSchema): JsonSchema => together(withPlainLeaves(folded(schema), find));
  const cleaned = mapPlaces(
    { ...plain, components: { ...plain.components, schemas: mapValues(plain.components.schemas, clean) } },
    clean,
  );

  const names = new NamedSchemas(cleaned.components.schemas, borrowers);
  mapPlaces(cleaned, (schema, place) => {
    names.count(schema, place);
    return schema;
  });
  const named = mapPlaces(cleaned, (schema, { field }) =>
    field === 'form' ? withRule(names.nameInside(schema)) : names.name(schema),
  );
  const schemas = sorted(withDiscriminators(mapValues(names.schemas, withRule)));
  return withSharedParts({ ...named, components: { ...named.components, schemas } });
}

/** Makes an object inside an object of the same name a reference to it: a recursive structure. */
function folded(schema: JsonSchema, above: readonly string[] = []): JsonSchema {
  return mapSchemas(schema, (inner) => {
    const name = inner[nameKey];
    if (typeof name !== 'string') return folded(inner, above);
    return above.includes(name) ? schemaRef(name) : folded(inner, [...above, name]);
  });
}

function together(schema: JsonSchema): JsonSchema {
  return mapSchemas(withRuleApart(schema), together);
}

/** Applies `change` to every schema of a route. */
function mapPlaces(description: Description, change: Change): Description {
  const item = (path: PathItem): PathItem =>
    Object.fromEntries(methods.flatMap((method) => (path[method] ? [[method, mapRoute(path[method], change)]] : [])));
  return { ...description, paths: mapValues(description.paths, item) };
}

function mapRoute(route: Route, change: Change): Route {
  const owner = pascalCase(route.operationId);
  const parameter = (one: Parameter): Parameter => ({ ...one, schema: change(one.schema, { owner, field: one.name }) });
  const response = (one: Response): Response => ({
    ...one,
    ...(one.content && { content: mapContent(one.content, (schema) => change(schema, { owner, field: 'answer' })) }),
  });
  return {
    ...route,
    parameters: route.parameters.map((one) => (isReference(one) ? one : parameter(one))),
    ...(route.requestBody && {
      requestBody: {
        ...route.requestBody,
        content: mapContent(route.requestBody.content, (schema, type) =>
          change(schema, { owner, field: type === 'multipart/form-data' ? 'form' : 'body' }),
        ),
      },
    }),
    responses: mapValues(route.responses, (one) => (isReference(one) ? one : response(one))),
  };
}

function mapContent(content: Content, change: (schema: JsonSchema, type: string) => JsonSchema): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]): [string, MediaType] => [
      type,
      { ...media, schema: change(media.schema, type) },
    ]),
  );
}

/** The schema that a reference inside the description names. */
function at(description: Description, reference: string): JsonSchema {
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (isSchema(value) ? value[key] : undefined), description);
  if (!isSchema(found)) throw new Error(`${reference} names nothing in the OpenAPI document.`);
  return found;
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function sorted(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
}
