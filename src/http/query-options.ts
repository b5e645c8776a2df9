import type { JsonSchema } from '../input.ts';
import { AppError, type Mistake } from '../problems.ts';
import { parseJson } from './reading/json-text.ts';
import { isSchema } from './openapi/schema-walk.ts';

/** Options that came in a query, and what is wrong with them beyond what their schema will say. */
export interface QueryOptions {
  readonly options: Record<string, unknown>;
  readonly mistakes: readonly Mistake[];
}

/**
 * The options of a request whose body is the document (contract 4): each parameter is the field of its name, read as the type that `schema` gives it;
 * a list may be repeated; nested ones come as `request`, which holds JSON. Throws AppError `malformed-json`.
 */
export function queryOptions(query: string, schema: JsonSchema): QueryOptions {
  const parameters = new URLSearchParams(query);
  const mistakes: Mistake[] = [];
  const nested = nestedOptions(parameters.getAll('request'), mistakes);
  const fields: Readonly<Record<string, unknown>> = isSchema(schema.properties) ? schema.properties : {};
  const single: [string, unknown][] = [];
  for (const name of new Set(parameters.keys())) {
    if (name === 'request') continue;
    const values = parameters.getAll(name);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isList = isSchema(field) && field.type === 'array';
    if (name === '__proto__' || name === 'document') mistakes.push({ pointer: `/${name}`, message: `\`${name}\` is not an option of a request whose body is the document` });
    else if (Object.hasOwn(nested, name)) mistakes.push({ pointer: `/${name}`, message: `\`${name}\` is there twice: as a parameter, and in \`request\`` });
    else if (isList) single.push([name, values.map((value) => typed(value, field.items))]);
    else if (values.length > 1) mistakes.push({ pointer: `/${name}`, message: `\`${name}\` is there more than once` });
    else single.push([name, typed(values[0] ?? '', field)]);
  }
  return { options: { ...nested, ...Object.fromEntries(single) }, mistakes };
}

function nestedOptions([text, ...others]: readonly string[], mistakes: Mistake[]): Record<string, unknown> {
  if (text === undefined) return {};
  if (others.length > 0) throw new AppError('malformed-json', 'The query parameter `request` is there more than once.');
  const value = parseJson(Buffer.from(text), 'query parameter `request`');
  if (isSchema(value)) return { ...value };
  mistakes.push({ pointer: '', message: 'the query parameter `request` must be an object' });
  return {};
}

/** The text as the schema's own type; text that is none stays text, and the schema says what is wrong with it. */
function typed(text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if ((types.has('number') || types.has('integer')) && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  return text;
}

/** The types that a schema allows, at any of its alternatives. */
function typesOf(schema: unknown): Set<string> {
  if (!isSchema(schema)) return new Set();
  const alternatives = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const values = [...(Array.isArray(schema.enum) ? (schema.enum as unknown[]) : []), schema.const].map((value) => typeof value);
  const own = [schema.type].flat().filter((type) => typeof type === 'string');
  return new Set([...own, ...values, ...alternatives.flatMap((inner) => [...typesOf(inner)])]);
}
