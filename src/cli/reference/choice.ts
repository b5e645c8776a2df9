import { type JsonSchema, isSchema } from '../../input/input.ts';

/** Which fields of an object exclude each other, as a sentence; `null` where all may stand together. */
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
