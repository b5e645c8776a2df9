import type { ObjectSchema, ValidationError } from 'joi';
import { AppError, type Mistake } from './problems.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a tool takes: one object that validates a parsed JSON body and describes it (JSON Schema 2020-12). */
export interface Input<I> {
  /** The body with its defaults filled in. Throws AppError `invalid-request` (or a closer slug) with every mistake at once. */
  validate(body: unknown): I;
  readonly jsonSchema: JsonSchema;
}

/** Names a place in a JSON body by RFC 6901. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The mistakes that joi found, each with the JSON Pointer to it below `prefix`. */
export function mistakesOf(error: ValidationError, prefix: readonly (string | number)[] = []): Mistake[] {
  return error.details.map((detail) => ({ pointer: pointer([...prefix, ...detail.path]), message: detail.message }));
}

export const joiOptions = { abortEarly: false, convert: false, errors: { label: 'key', wrap: { label: '`' } } } as const;

/** The problem of a body with these mistakes. */
export function invalidRequest(mistakes: readonly Mistake[]): AppError {
  const [first] = mistakes;
  const rest = mistakes.length - 1;
  const detail = first === undefined ? 'The request is not valid.' : `${first.message} (at \`${first.pointer}\`)${rest > 0 ? `, and ${rest} more mistake${rest > 1 ? 's' : ''}` : ''}.`;
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
    validate(body) {
      const result = schema.validate(body, joiOptions);
      if (result.error) throw invalidRequest(mistakesOf(result.error));
      return result.value;
    },
  };
}
