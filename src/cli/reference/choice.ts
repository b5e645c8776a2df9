import { type JsonSchema, isSchema } from '../../input/input.ts';

/** A sentence on the fields of an object that exclude each other; `null` = there are none. */
export function choiceOf(schema: JsonSchema): string | null {
  if (!isSchema(schema.properties) || !Array.isArray(schema.oneOf)) return null;
  const groups = schema.oneOf.filter(isSchema).map(fieldsNeeded);
  return (
    `Exactly one of ${groups.map((group) => group.map((field) => `\`${field}\``).join('/')).join(', ')} must be ` +
    'there.'
  );
}

/** The fields that an alternative needs: all of `required`, or any of several. */
function fieldsNeeded({ required, anyOf }: JsonSchema): string[] {
  if (Array.isArray(required)) return required as string[];
  return Array.isArray(anyOf) ? anyOf.filter(isSchema).flatMap(fieldsNeeded) : [];
}
