import type { ObjectSchema, ValidationError } from 'joi';
import { AppError, type Mistake } from '../problems.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** True for a JSON object, which each part of a JSON Schema is. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a tool takes: one object that validates a parsed JSON body and describes it (JSON Schema 2020-12). */
export interface Input<I> {
  /**
   * The body with its defaults filled in. Throws AppError `invalid-request` (or a closer slug) with every mistake at
   * once.
   */
  validate(body: unknown): I;
  readonly jsonSchema: JsonSchema;
}

/** Names a place in a JSON body by RFC 6901. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Longer messages are cut: some repeat what was sent. */
const longestMessage = 500;

/** joi calls an item by its place alone, and what it was given `value`; `items[1]` and the body say of what. */
function named(message: string, path: readonly (string | number)[]): string {
  if (path.length === 0) return message.replace(/^`value`/, 'the body');
  const list = path.at(-2);
  const place = `\`[${path.at(-1) ?? ''}]\``;
  return typeof list === 'string' && message.startsWith(place)
    ? `\`${list}${place.slice(1)}${message.slice(place.length)}`
    : message;
}

/** The mistakes that joi found, each with the JSON Pointer to it below `prefix`. */
export function mistakesOf(error: ValidationError, prefix: readonly (string | number)[] = []): Mistake[] {
  return error.details.map(({ path, message }) => ({
    pointer: pointer([...prefix, ...path]),
    message: named(message, path).slice(0, longestMessage),
  }));
}

export const joiOptions = {
  abortEarly: false,
  convert: false,
  errors: { label: 'key', wrap: { label: '`' } },
} as const;

/**
 * How many values a body may have in all, and an object keys. joi takes microseconds for each, on the thread that every
 * request shares.
 */
const maxValues = 100_000;
const maxKeys = 1000;
/**
 * Objects and lists inside each other. The deepest thing that an operation takes (lists in lists, columns in columns)
 * stays far below.
 */
const maxDepth = 200;
/** Characters of a key: a mistake is told with the keys that lead to it. */
const longestKey = 2000;

/**
 * True for a value that a check by hand reads in one go, so that it does not count: rows of a table, data of a
 * template.
 */
export type IsBulk = (path: readonly (string | number)[]) => boolean;

/** What is wrong with one object or array, or the values in it. */
function sizeMistake(value: object): string | undefined {
  if (Array.isArray(value))
    return value.length > maxValues
      ? `the list has ${value.length} items; a request may have ${maxValues} values in all`
      : undefined;
  const keys = Object.keys(value);
  if (keys.length > maxKeys) return `the object has ${keys.length} keys; ${maxKeys} are allowed`;
  return keys.some((key) => key.length > longestKey)
    ? `the object has a key of more than ${longestKey} characters`
    : undefined;
}

/**
 * The mistake that makes a body too large to be validated with every mistake at once, or `undefined`: joi makes a
 * report for each wrong value of millions. Stops where the limit is reached, and needs no recursion.
 */
export function tooLarge(body: unknown, isBulk: IsBulk = () => false): Mistake | undefined {
  const stack: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [{ value: body, path: [] }];
  let count = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, path } = top;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || isBulk(path)) continue;
    const problem = path.length > maxDepth ? `the request nests deeper than ${maxDepth} levels` : sizeMistake(value);
    if (problem !== undefined) return { pointer: pointer(path), message: problem };
    const entries: [string | number, unknown][] = Array.isArray(value)
      ? value.map((item: unknown, index) => [index, item])
      : Object.entries(value);
    count += entries.length;
    if (count > maxValues)
      return {
        pointer: pointer(path),
        message: `up to here the request has ${count} values; ${maxValues} are allowed`,
      };
    for (const [key, inner] of entries)
      if (typeof inner === 'object' && inner !== null) stack.push({ value: inner, path: [...path, key] });
  }
  return undefined;
}

/**
 * Validates a body of bounded size. Throws AppError `invalid-request` where it is larger, or more than the engine's
 * stack bears.
 */
export function bounded<I>(body: unknown, validate: () => I, isBulk?: IsBulk): I {
  const mistake = tooLarge(body, isBulk);
  if (mistake) throw invalidRequest([mistake]);
  try {
    return validate();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError(
      'invalid-request',
      'The request is too large or nests too deeply to be read. Send it in parts.',
      { cause },
    );
  }
}

/** The problem of a body with these mistakes. */
export function invalidRequest(mistakes: readonly Mistake[]): AppError {
  const [first] = mistakes;
  const rest = mistakes.length - 1;
  const place = first === undefined || first.pointer === '' ? '' : ` (at \`${first.pointer}\`)`;
  const told =
    first === undefined
      ? 'the request is not valid'
      : `${first.message}${place}${rest > 0 ? `, and ${rest} more mistake${rest > 1 ? 's' : ''}` : ''}`;
  const detail = `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
  return new AppError('invalid-request', detail, { errors: mistakes });
}

/** The JSON Schema that joi itself gives for a schema (Standard JSON Schema). */
export function jsonSchemaOf(schema: ObjectSchema): JsonSchema {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}

/** The input of a tool whose body is one joi object. */
export function joiInput<I>(schema: ObjectSchema<I>): Input<I> {
  return {
    jsonSchema: jsonSchemaOf(schema),
    validate: (body) =>
      bounded(body, () => {
        const result = schema.validate(body, joiOptions);
        if (result.error) throw invalidRequest(mistakesOf(result.error));
        return result.value;
      }),
  };
}
