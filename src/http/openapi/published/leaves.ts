import { type JsonSchema, isSchema } from '../../../input/input.ts';
import { mapSchemas, operationNameOf, without } from '../schema-walk.ts';
import { nameKey } from './named-schemas.ts';
import { portablePattern } from './portable-patterns.ts';

/** A step that makes one schema, without its inner schemas, readable for generators of clients. */
type Step = (schema: JsonSchema) => JsonSchema;

/** The steps, in order. Each returns a schema unchanged that it does not concern. */
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

/** Applies every step to the schema and its inner schemas; `find` resolves a reference. */
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

/** Removes `type`, an alias of `op` that the validator accepts; clients write `op`. */
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

/** Adds the type to `const` and `enum` of texts. */
function typedValues(schema: JsonSchema): JsonSchema {
  if (schema.type !== undefined) return schema;
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  const isText = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return isText ? { type: 'string', ...schema } : schema;
}

/** Adds `format` to binary files, by which generators that also read OpenAPI 3.0 recognize them. */
function binaryFile(schema: JsonSchema): JsonSchema {
  const { type, contentMediaType: media, contentEncoding: encoding } = schema;
  const isFile = typeof media === 'string' && !/json$|^text[/]/.test(media);
  return type === 'string' && isFile && encoding === undefined ? { ...schema, format: 'binary' } : schema;
}

/** Makes a boolean with one value a plain boolean, from which generators would make a class of texts. */
function oneBoolean(schema: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = schema;
  if (schema.type !== 'boolean' || !Array.isArray(values) || values.length !== 1) return schema;
  return { ...rest, if: {}, then: { const: values[0] as unknown } };
}

/** Splits several types beside `null` into alternatives of one type each. */
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

/** Merges a nested union into the outer one. */
function flatUnion(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf) || 'properties' in schema) return schema;
  const parts = (schema.anyOf as readonly JsonSchema[]).map(typesApart);
  const isBareUnion = (part: JsonSchema): boolean => Object.keys(part).length === 1 && Array.isArray(part.anyOf);
  return { ...schema, anyOf: parts.flatMap((part) => (isBareUnion(part) ? (part.anyOf as JsonSchema[]) : [part])) };
}

/** Makes `null` an alternative of its own. From a type that may be null, generators make the name of a function. */
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

/** The names of sets of values, by their first value. */
const namesOfValues: Readonly<Record<string, string>> = { 'PDF/A-1b': 'ConformanceLevel' };

/**
 * Names the set in a choice between a value of it and a list of such values, which generators would take for one text.
 */
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

/** Replaces an object of values by name with `additionalProperties`, which all tools support. */
function namesOfKeys(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema;
  const patterns = isSchema(patternProperties) ? Object.entries(patternProperties) : [];
  const [only] = patterns;
  if (only === undefined || patterns.length > 1 || schema.additionalProperties !== false || 'properties' in schema)
    return schema;
  const [pattern, value] = only;
  return { ...rest, additionalProperties: value, propertyNames: withPortablePattern({ type: 'string', pattern }) };
}

/**
 * Wraps a map in a union into an object with a field, because generators write code for a plain map there that does not
 * compile.
 */
function withNamedMaps(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  return { ...schema, anyOf: (schema.anyOf as readonly JsonSchema[]).map(withOneField) };
}

function withOneField(schema: JsonSchema): JsonSchema {
  const { additionalProperties: values } = schema;
  if (schema.type !== 'object' || 'properties' in schema || !isSchema(values)) return schema;
  return { ...schema, properties: { key: values } };
}

/** Removes a default that is a structure, because generators write code for it that does not compile. */
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

/** The length of an example that still fits into a description. */
const maxWordedExample = 40;

/**
 * Moves a short example into the description. Test tools combine the examples of all fields of an object, and some
 * fields exclude each other.
 */
function withExampleInWords(schema: JsonSchema): JsonSchema {
  const [example] = Array.isArray(schema.examples) ? (schema.examples as unknown[]) : [];
  if (typeof example !== 'string' || example.length > maxWordedExample) return schema;
  return withWords(without(schema, 'examples'), `For example \`${example}\`.`);
}

/** Entries or items. Test tools make requests with as many as a schema allows, and fail beyond this number. */
const maxCounted = 1000;
/** Characters of each text in a list. */
const maxItemLength = 100_000;

/** Moves a limit that only the largest requests reach into the description. */
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
