import type { ObjectSchema, ValidationError } from 'joi';
import { AppError, type Mistake } from '../problems.ts';
import { mistakeLimit, worded } from './wordings.ts';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** True for a JSON object, which each part of a JSON Schema is. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The input of a tool: it validates a parsed JSON body and describes it (JSON Schema 2020-12). */
export interface Input<I> {
  /**
   * Returns the body with its defaults filled in. Throws AppError `invalid-request` (or a more specific slug) with all
   * mistakes together.
   */
  validate(body: unknown): I;
  readonly jsonSchema: JsonSchema;
}

/** The JSON Pointer (RFC 6901) of a path. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Longer messages are cut, because some repeat the value. */
const maxMessageLength = 800;

/**
 * Names the subject of a message of joi, which calls an item `[1]` and the body `value`: they become `items[1]` and
 * "the body".
 */
function withSubject(message: string, path: readonly (string | number)[]): string {
  if (path.length === 0) return message.replace(/^`value`/, 'the body');
  const list = path.at(-2);
  const place = `\`[${path.at(-1) ?? ''}]\``;
  return typeof list === 'string' && message.startsWith(place)
    ? `\`${list}${place.slice(1)}${message.slice(place.length)}`
    : message;
}

/** The mistakes that joi found, each with the JSON Pointer to it below `prefix`. */
export function mistakesOf(error: ValidationError, prefix: readonly (string | number)[] = []): Mistake[] {
  return error.details.map((detail) => ({
    pointer: pointer([...prefix, ...detail.path]),
    message: worded(detail, withSubject(detail.message, detail.path)).slice(0, maxMessageLength),
  }));
}

/** joi reports all mistakes, converts no values, and labels them by their key. */
export const joiOptions = {
  abortEarly: false,
  convert: false,
  errors: { label: 'key', wrap: { label: '`' } },
} as const;

/**
 * The number of values in a body, and of keys in an object. joi takes microseconds for each, on the thread that all
 * requests share.
 */
const maxValues = 100_000;
const maxKeys = 1000;
/**
 * The maximum depth of nested objects and lists. Nested operations (lists in lists, columns in columns) stay far below.
 */
const maxDepth = 200;
/** Characters of a key. The message of a mistake names the keys that lead to it. */
const maxKeyLength = 2000;

/**
 * True for a value that a hand-written check reads in one pass (rows of a table, data of a template), so that its parts
 * do not count.
 */
export type IsBulk = (path: readonly (string | number)[]) => boolean;

/** The mistake in the size of one object or array; `undefined` = there is none. */
function sizeMistake(value: object): string | undefined {
  if (Array.isArray(value))
    return value.length > maxValues
      ? `the list has ${value.length} items; a request may have ${maxValues} values in all`
      : undefined;
  const keys = Object.keys(value);
  if (keys.length > maxKeys) return `the object has ${keys.length} keys; ${maxKeys} are allowed`;
  return keys.some((key) => key.length > maxKeyLength)
    ? `the object has a key of more than ${maxKeyLength} characters`
    : undefined;
}

/**
 * The mistake that makes a body too large for full validation, or `undefined`; joi would report each of millions of
 * wrong values. The walk stops at the limit and does not recurse.
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
 * Validates a body of bounded size. Throws AppError `invalid-request` when the body is larger, or nests too deeply for
 * the stack of the engine.
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
  return new AppError('invalid-request', sentenceOf(mistakes), { errors: mistakes });
}

/**
 * The same problem with pointers that start at `path`, and further members. A sentence that names a pointer names the
 * new one.
 */
export function below(
  error: AppError,
  path: readonly (string | number)[],
  extra: Readonly<Record<string, unknown>> = {},
): AppError {
  const { slug, message, headers, cause } = error;
  const errors = error.errors.map((mistake) => ({ ...mistake, pointer: pointer(path) + mistake.pointer }));
  const detail = message === sentenceOf(error.errors) ? sentenceOf(errors) : message;
  return new AppError(slug, detail, { errors, extra: { ...error.extra, ...extra }, headers, cause });
}

const suggestion = '; did you mean ';

/** One sentence about some mistakes: how many there are, and the first with its place. */
export function sentenceOf(mistakes: readonly Mistake[]): string {
  const [first] = mistakes;
  if (first === undefined) return 'The request is not valid.';
  const place = first.pointer === '' ? '' : ` (at \`${first.pointer}\`)`;
  const asks = first.message.endsWith('?') ? first.message.lastIndexOf(suggestion) : -1;
  const [statement, question] =
    asks < 0 ? [first.message, ''] : [first.message.slice(0, asks), first.message.slice(asks + 2)];
  const end = question === '' ? '' : ` ${question.charAt(0).toUpperCase()}${question.slice(1)}`;
  return counted(mistakes, `${statement.charAt(0).toUpperCase()}${statement.slice(1)}${place}.${end}`);
}

/** A sentence about the first of some findings; before it, where there are several, how many `errors` lists. */
export function counted({ length }: readonly unknown[], first: string, subject = 'The request has', kind = 'mistakes') {
  const count = length < mistakeLimit ? length : `at least ${length}`;
  return length > 1 ? `${subject} ${count} ${kind}, listed in \`errors\`. The first: ${first}` : first;
}

/** The JSON Schema of a joi schema, made by joi (Standard JSON Schema). */
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
