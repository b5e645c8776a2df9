import { type JsonSchema, isSchema } from '../../input/input.ts';

/** One row of a table of fields. */
export interface Field {
  /** The path below the body: `document.margin.top`, `operations[].text`. */
  readonly path: string;
  readonly depth: number;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** The default as JSON; `null` = none. */
  readonly fallback: string | null;
}

/** Resolves references, and decides whether a table includes the fields of the object. */
export interface References {
  find(reference: string): JsonSchema;
  /** True when the object has a table of its own, so that this table only names it. */
  elsewhere(reference: string): boolean;
}

const maxDepth = 4;

/** The fields of an object schema. Fields inside objects and lists follow the field that holds them. */
export function fieldsOf(
  schema: JsonSchema,
  references: References,
  at: { prefix: string; depth: number; seen: readonly string[] } = { prefix: '', depth: 0, seen: [] },
): Field[] {
  const required = (schema.required ?? []) as readonly string[];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, JsonSchema] => isSchema(entry[1]),
  );
  return properties.flatMap(([name, property]) => {
    const path = at.prefix + name;
    const field: Field = {
      path,
      depth: at.depth,
      type: typeOf(property, references),
      required: required.includes(name),
      description: textOf(property.description),
      fallback: property.default === undefined ? null : JSON.stringify(property.default),
    };
    return [field, ...(at.depth < maxDepth ? inside(property, path, references, at) : [])];
  });
}

/** The rows below a field: those of its object, of its items, or of all its alternatives; each path once. */
function inside(
  schema: JsonSchema,
  path: string,
  references: References,
  at: { depth: number; seen: readonly string[] },
): Field[] {
  const reference = schema.$ref;
  if (typeof reference === 'string') {
    if (references.elsewhere(reference) || at.seen.includes(reference)) return [];
    return inside(references.find(reference), path, references, { ...at, seen: [...at.seen, reference] });
  }
  const below = { depth: at.depth + 1, seen: at.seen };
  const rows = [
    ...fieldsOf(schema, references, { ...below, prefix: `${path}.` }),
    ...(isSchema(schema.items) ? inside(schema.items, `${path}[]`, references, at) : []),
    ...alternativesOf(schema).flatMap((alternative) => inside(alternative, path, references, at)),
  ];
  return rows.filter((row, index) => rows.findIndex((other) => other.path === row.path) === index);
}

/** The alternatives of a value. An object whose alternatives only state which fields belong together has one. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const alternatives = ((schema.anyOf ?? schema.oneOf ?? []) as unknown[]).filter(isSchema);
  return 'properties' in schema ? [] : alternatives;
}

/** The type in words: `integer 1 to 6`, `"left" | "right"`, `array of string`. */
export function typeOf(schema: JsonSchema, references: References): string {
  const reference = schema.$ref;
  if (typeof reference === 'string')
    return references.elsewhere(reference) ? lastPart(reference) : typeOf(references.find(reference), references);
  if (typeof schema.title === 'string') return schema.title;
  const alternatives = alternativesOf(schema);
  if (
    alternatives.length > 1 &&
    alternatives.every(({ $ref }) => typeof $ref === 'string' && references.elsewhere($ref))
  )
    return 'operation';
  if (alternatives.length > 0) return oneOf(alternatives.map((alternative) => typeOf(alternative, references)));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (isSchema(schema.items)) return listOf(typeOf(schema.items, references));
  const named = Object.values(isSchema(schema.patternProperties) ? schema.patternProperties : {}).filter(isSchema);
  if (named.length === 1 && !('properties' in schema)) return `object of ${typeOf(named[0] ?? {}, references)} by name`;
  if (schema.contentMediaType === 'application/octet-stream') return 'file';
  const type = schema.type;
  const words = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
  return words + range(schema);
}

/** The text of a keyword; empty when it is missing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Joins types, each once; a type and a list of that type are written shorter. */
function oneOf(types: readonly string[]): string {
  const [one = '', ...others] = new Set(types);
  if (others.length === 1 && others[0] === listOf(one)) return `${one}, or an array of these`;
  return [one, ...others].join(' | ');
}

function listOf(type: string): string {
  return type.includes(' | ') ? `array of (${type})` : `array of ${type}`;
}

function range(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum } = schema;
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` ${minimum} to ${maximum}`;
  if (typeof minimum === 'number') return `, at least ${minimum}`;
  if (typeof exclusiveMinimum === 'number') return `, more than ${exclusiveMinimum}`;
  return typeof maximum === 'number' ? `, at most ${maximum}` : '';
}

/** The name that ends a `$ref`: the text after its last slash, or the whole text if it has none. */
export function lastPart(reference: string): string {
  return reference.split('/').at(-1) ?? reference;
}
