import { type JsonSchema, isSchema } from '../../../input/input.ts';

/** The fields whose one value identifies an object. */
const fields = ['op', 'tool'] as const;

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Adds a discriminator to every union whose members have such a field, also in nested unions. */
export function withDiscriminators(schemas: Schemas): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, discriminated(schema, schemas)]));
}

function discriminated(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { anyOf, oneOf, ...rest } = schema;
  const members = membersOf({ anyOf, oneOf }, schemas);
  if ('properties' in schema || members.length === 0) return schema;
  for (const field of fields) {
    const values = members.map((reference) => valueOf(schemas[lastOf(reference)], field));
    if (!values.every((value) => value !== null)) continue;
    const mapping = Object.fromEntries(values.map((value, index) => [value, members[index]]));
    return { ...rest, oneOf: members.map(($ref) => ({ $ref })), discriminator: { propertyName: field, mapping } };
  }
  return schema;
}

/** The references of a union and of the unions in it; none when it has other members. */
function membersOf({ anyOf, oneOf }: JsonSchema, schemas: Schemas): string[] {
  const parts = (anyOf ?? oneOf ?? []) as readonly JsonSchema[];
  if (!parts.every(({ $ref }) => typeof $ref === 'string')) return [];
  return parts.flatMap(({ $ref }) => {
    const target = schemas[lastOf(String($ref))] ?? {};
    const isUnion = !('properties' in target) && ('anyOf' in target || 'oneOf' in target);
    return isUnion ? membersOf(target, schemas) : [String($ref)];
  });
}

function valueOf(schema: JsonSchema | undefined, field: string): string | null {
  const property = isSchema(schema?.properties) ? schema.properties[field] : undefined;
  return isSchema(property) && typeof property.const === 'string' ? property.const : null;
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
