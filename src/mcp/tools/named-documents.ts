import { isSchema, type JsonSchema } from '../../input/input.ts';
import { isDocumentSchema } from './document-schemas.ts';

/** A document in the arguments of a call, valid or not, and its place. */
export interface NamedInArguments {
  readonly fields: Record<string, unknown>;
  readonly path: readonly (string | number)[];
}

/** Where the documents are in a body, as its schema says. The body is not valid yet. */
export function namedDocuments(body: unknown, schema: JsonSchema): NamedInArguments[] {
  const found: NamedInArguments[] = [];
  const definitions = isSchema(schema.$defs) ? schema.$defs : {};
  const visit = (value: unknown, given: readonly JsonSchema[], path: NamedInArguments['path']): void => {
    if (typeof value !== 'object' || value === null) return;
    const schemas = given.flatMap((one) => alternativesOf(one, definitions)).filter((one) => suits(one, value));
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
