import { type JsonSchema, isSchema } from '../../../input/input.ts';
import { mapSchemas, operationNameOf, without } from '../schema-walk.ts';
import { nameKey } from './named-schemas.ts';
import { portablePattern } from './portable-patterns.ts';

/** A step that makes one schema, without what is inside it, readable for tools that make clients. */
type Step = (schema: JsonSchema) => JsonSchema;

/** In order. Each leaves a schema as it is that it has nothing to do with. */
const steps: readonly Step[] = [
  withoutAlias,
  typedValues,
  binaryFile,
  oneBoolean,
  typesApart,
  flatUnion,
  nullApart,
  valueOfList,
  namesOfKeys,
  withNamedMaps,
  withoutStructuredDefault,
  withPortablePattern,
  withLargeLimitInWords,
  withExampleInWords,
];

/** The schema with every step taken in all of it; `find` reads a reference into another schema. */
export function withPlainLeaves(schema: JsonSchema, find: (reference: string) => JsonSchema): JsonSchema {
  const plain = (inner: JsonSchema): JsonSchema => {
    const own = typeof inner.$ref === 'string' && inner.$ref.includes('/properties/') ? find(inner.$ref) : inner;
    return mapSchemas(
      steps.reduce((result, step) => step(result), own),
      plain,
    );
  };
  return plain(schema);
}

/** `type` is another name of `op`, which the validator takes; clients write `op`. */
function withoutAlias(schema: JsonSchema): JsonSchema {
  const name = operationNameOf(schema);
  if (name === null || !isSchema(schema.properties)) return schema;
  const { anyOf, properties, required, ...rest } = without(schema, 'title');
  const fields = without(properties as JsonSchema, 'op', 'type');
  const names = Array.isArray(required) ? (required as string[]).filter((field) => field !== 'op') : [];
  const isAlias = JSON.stringify(anyOf) === JSON.stringify([{ required: ['op'] }, { required: ['type'] }]);
  const op = { type: 'string', const: name, description: 'The operation. `type` is another name of this field.' };
  return {
    ...rest,
    ...(anyOf !== undefined && !isAlias && { anyOf }),
    properties: { op, ...fields },
    required: ['op', ...names],
  };
}

/** `const` and `enum` of texts say their type. */
function typedValues(schema: JsonSchema): JsonSchema {
  if (schema.type !== undefined) return schema;
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  const isText = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return isText ? { type: 'string', ...schema } : schema;
}

/** Bytes: `format` is what generators know them by, which read OpenAPI 3.0 as well. */
function binaryFile(schema: JsonSchema): JsonSchema {
  const { type, contentMediaType: media, contentEncoding: encoding } = schema;
  const isFile = typeof media === 'string' && !/json$|^text[/]/.test(media);
  return type === 'string' && isFile && encoding === undefined ? { ...schema, format: 'binary' } : schema;
}

/** A boolean of one value is a boolean with a rule: generators make a class of texts of it. */
function oneBoolean(schema: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = schema;
  if (schema.type !== 'boolean' || !Array.isArray(values) || values.length !== 1) return schema;
  return { ...rest, if: {}, then: { const: values[0] as unknown } };
}

/** Several types beside `null` are alternatives of one type each. */
function typesApart(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = schema;
  if (!Array.isArray(type) || anyOf !== undefined || type.filter((one) => one !== 'null').length < 2) return schema;
  const { description, default: fallback, examples, ...limits } = rest;
  const annotations = Object.fromEntries(
    Object.entries({ description, default: fallback, examples }).filter(([, value]) => value !== undefined),
  );
  return { ...annotations, anyOf: (type as string[]).map((one) => ({ type: one, ...limitsOf(one, limits) })) };
}

const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function limitsOf(type: string, limits: JsonSchema): JsonSchema {
  const own = keywords[type === 'integer' ? 'number' : type] ?? [];
  return Object.fromEntries(Object.entries(limits).filter(([keyword]) => own.includes(keyword)));
}

/** A union inside a union is part of it. */
function flatUnion(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf) || 'properties' in schema) return schema;
  const parts = (schema.anyOf as readonly JsonSchema[]).map(typesApart);
  const isBareUnion = (part: JsonSchema): boolean => Object.keys(part).length === 1 && Array.isArray(part.anyOf);
  return { ...schema, anyOf: parts.flatMap((part) => (isBareUnion(part) ? (part.anyOf as JsonSchema[]) : [part])) };
}

/** `null` is an alternative of its own: generators make names of types that may be null into names of functions. */
function nullApart(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const parts = schema.anyOf as readonly JsonSchema[];
  const isNullable = ({ type }: JsonSchema): boolean =>
    Array.isArray(type) && type.length === 2 && type.includes('null');
  if (!parts.some(isNullable)) return schema;
  const withoutNull = parts.map((part) =>
    isNullable(part) ? { ...part, type: (part.type as string[]).find((type) => type !== 'null') } : part,
  );
  return { ...schema, anyOf: [...withoutNull.filter((part) => part.type !== 'null'), { type: 'null' }] };
}

/** The name of a set of values, by the first of them. */
const namesOfValues: Readonly<Record<string, string>> = { 'PDF/A-1b': 'ConformanceLevel' };

/** A value of a set, or a list of them: the set has a name, else generators take the two for one text. */
function valueOfList(schema: JsonSchema): JsonSchema {
  const parts = (schema.anyOf ?? []) as readonly JsonSchema[];
  const named = (part: JsonSchema): JsonSchema => {
    const name = Array.isArray(part.enum) ? namesOfValues[String(part.enum[0])] : undefined;
    return name === undefined ? part : { ...part, [nameKey]: name };
  };
  if (!parts.some((part) => isSchema(part.items) && named(part.items) !== part.items)) return schema;
  const list = (part: JsonSchema): JsonSchema => (isSchema(part.items) ? { ...part, items: named(part.items) } : part);
  return { ...schema, anyOf: parts.map((part) => named(list(part))) };
}

/** An object of values by name is one of `additionalProperties`, which all tools know. */
function namesOfKeys(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  const patterns = isSchema(patternProperties) ? Object.entries(patternProperties) : [];
  const [only] = patterns;
  if (only === undefined || patterns.length > 1 || schema.additionalProperties !== false || 'properties' in schema)
    return schema;
  const [pattern, value] = only;
  return { ...rest, additionalProperties: value, propertyNames: withPortablePattern({ type: 'string', pattern }) };
}

/** A map in a union is an object with a field: generators write a mere map there into code that does not compile. */
function withNamedMaps(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  return { ...schema, anyOf: (schema.anyOf as readonly JsonSchema[]).map(withOneField) };
}

function withOneField(schema: JsonSchema): JsonSchema {
  const { additionalProperties: values } = schema;
  if (schema.type !== 'object' || 'properties' in schema || !isSchema(values)) return schema;
  return { ...schema, properties: { key: values } };
}

/** Generators write a default of a structure into code that does not compile. */
function withoutStructuredDefault(schema: JsonSchema): JsonSchema {
  const { default: fallback, ...rest } = schema;
  if (typeof fallback !== 'object' || fallback === null) return schema;
  return withWords(rest, Array.isArray(fallback) ? 'None unless given.' : 'Empty unless given.');
}

function withPortablePattern(schema: JsonSchema): JsonSchema {
  if (typeof schema.pattern !== 'string') return schema;
  const { pattern: source, ...rest } = schema as JsonSchema & { pattern: string };
  const { pattern, words, examples } = portablePattern(source);
  const own = {
    ...rest,
    ...(pattern !== null && { pattern }),
    ...(examples.length > 0 && !('examples' in rest) && { examples }),
  };
  return words === undefined ? own : withWords(own, words);
}

/** Characters of an example that has room in a description. */
const maxWordedExample = 40;

/**
 * A short example is in the description: tools that test a service combine the examples of all fields of an object, of
 * which some exclude each other.
 */
function withExampleInWords(schema: JsonSchema): JsonSchema {
  const [example] = Array.isArray(schema.examples) ? (schema.examples as unknown[]) : [];
  if (typeof example !== 'string' || example.length > maxWordedExample) return schema;
  return withWords(without(schema, 'examples'), `For example \`${example}\`.`);
}

/** Entries or items; tools that test a service make requests with as many as a schema allows, and fail at more. */
const maxCounted = 1000;
/** Characters of each text in a list. */
const maxItemLength = 100_000;

/** A limit that only the largest requests reach is in the description. */
function withLargeLimitInWords(schema: JsonSchema): JsonSchema {
  const { maxProperties, maxItems, items } = schema;
  if (Number(maxProperties) > maxCounted)
    return withWords(without(schema, 'maxProperties'), `At most ${String(maxProperties)} entries.`);
  const hasLongItems = isSchema(items) && Number(items.maxLength) > maxItemLength;
  const list = hasLongItems ? { ...schema, items: without(items, 'maxLength') } : schema;
  const words = hasLongItems ? `Each has at most ${String(items.maxLength)} characters.` : undefined;
  const described = words === undefined ? list : withWords(list, words);
  return Number(maxItems) > maxCounted
    ? withWords(without(described, 'maxItems'), `At most ${String(maxItems)} items.`)
    : described;
}

function withWords(schema: JsonSchema, words: string): JsonSchema {
  const { description } = schema;
  return {
    ...schema,
    description: typeof description === 'string' && description !== '' ? `${description} ${words}` : words,
  };
}
