import { isSchema, type JsonSchema } from '../../input/input.ts';
import { isDocumentSchema } from './document-schemas.ts';

/** A document in the arguments of a call, valid or not, and its place. */
export interface NamedInArguments {
  readonly fields: Record<string, unknown>;
  readonly path: readonly (string | number)[];
}

/**
 * Where the documents are in a body, as its schema says. The body is not valid yet. Values that cannot contain a document
 * are not looked into: a table may have a million cells.
 */
export function namedDocuments(body: unknown, schema: JsonSchema): NamedInArguments[] {
  const found: NamedInArguments[] = [];
  const definitions = isSchema(schema.$defs) ? schema.$defs : {};
  const visit = (value: unknown, given: readonly JsonSchema[], path: NamedInArguments['path']): void => {
    if (typeof value !== 'object' || value === null) return;
    const schemas = given
      .flatMap((one) => alternativesOf(one, definitions))
      .filter((one) => leadsToDocument(one, definitions) && suits(one, value));
    if (schemas.length === 0) return;
    if (Array.isArray(value)) {
      const items = schemas.map((one) => one.items).filter(isSchema);
      for (const [index, item] of value.entries()) visit(item, items, [...path, index]);
      return;
    }
    const fields = value as Record<string, unknown>;
    if (schemas.some(isDocumentSchema)) found.push({ fields, path });
    for (const [name, inner] of Object.entries(fields)) visit(inner, below(schemas, name), [...path, name]);
  };
  visit(body, [schema], []);
  return found;
}

/** What `leadsToDocument` has found. The schema of a tool is one object as long as the process lives. */
const leading = new WeakMap<JsonSchema, boolean>();

/** True for a schema of values that contain a document, or are one. */
function leadsToDocument(schema: JsonSchema, definitions: JsonSchema): boolean {
  const known = leading.get(schema);
  if (known !== undefined) return known;
  leading.set(schema, false); // ends the walk of a schema that contains itself
  const { properties, items, anyOf, oneOf, $ref } = schema;
  const target = typeof $ref === 'string' ? definitions[$ref.replace(/^#\/\$defs\//, '')] : undefined;
  const inner = [isSchema(properties) ? Object.values(properties) : [], items, anyOf, oneOf, target].flat();
  const leads = isDocumentSchema(schema) || inner.some((one) => isSchema(one) && leadsToDocument(one, definitions));
  leading.set(schema, leads);
  return leads;
}

/** The schemas that a value may have to match, each alternative by itself. */
function alternativesOf(schema: JsonSchema, definitions: JsonSchema): JsonSchema[] {
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const target = definitions[$ref.replace(/^#\/\$defs\//, '')];
    return isSchema(target) ? alternativesOf(target, definitions) : [];
  }
  const inner = [schema.anyOf, schema.oneOf]
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter(isSchema);
  return isSchema(schema.properties) || inner.length === 0
    ? [schema]
    : inner.flatMap((one) => alternativesOf(one, definitions));
}

/** False for an object whose constant fields, such as `op`, are those of another alternative. */
function suits({ properties }: JsonSchema, value: object): boolean {
  if (!isSchema(properties)) return true;
  return Object.entries(properties).every(
    ([name, field]) =>
      !isSchema(field) ||
      field.const === undefined ||
      !Object.hasOwn(value, name) ||
      (value as Record<string, unknown>)[name] === field.const,
  );
}

function below(schemas: readonly JsonSchema[], name: string): JsonSchema[] {
  return schemas.flatMap(({ properties }) => {
    const field = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isSchema(field) ? [field] : [];
  });
}
