import { pointer, type JsonSchema, isSchema } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import { parseJson } from './json-text.ts';
import type { Payload } from './received.ts';

/** Options of a query, and the mistakes in them that their schema cannot find. */
export interface QueryOptions {
  readonly options: Record<string, unknown>;
  readonly mistakes: readonly Mistake[];
  /** Names of the parameters, as they were sent. */
  readonly parameters: readonly string[];
}

/**
 * The options of a request whose body is a document, from its query. Each parameter is the field of its name, read as
 * the type that `schema` gives it. A dot leads into an object (`document.size`), a list may be repeated, and `request`
 * contains JSON. `body` is the field that the body provides. Throws AppError `malformed-json`.
 */
export function queryOptions(query: string, schema: JsonSchema, body = 'document'): QueryOptions {
  const parameters = new URLSearchParams(query);
  const mistakes: Mistake[] = [];
  const options = nestedOptions(parameters.getAll('request'), mistakes);
  for (const name of new Set(parameters.keys())) {
    if (name === 'request') continue;
    const path = name.split('.');
    const field = path.reduce(below, [schema]);
    const at = pointer(path);
    const read = valueOf(parameters.getAll(name), field);
    if (path.includes('__proto__') || path[0] === body)
      mistakes.push({
        pointer: at,
        message: `\`${name}\` is not an option of a request whose body is the document: send it in JSON`,
      });
    else if (read === undefined)
      mistakes.push({ pointer: at, message: `\`${name}\` is in the query more than once, and has one value` });
    else if (!put(options, path, read.value))
      mistakes.push({
        pointer: at,
        message: `\`${name}\` is there twice: as a parameter, and in \`request\` or another parameter`,
      });
  }
  return { options, mistakes, parameters: [...new Set(parameters.keys())] };
}

/**
 * The same mistake in the words of somebody who wrote a query: it names the parameter that has it. `parameters` are
 * those of the query.
 */
export function inQuery(mistake: Mistake, parameters: readonly string[]): Mistake {
  const isIn = (name: string) => `${mistake.pointer}/`.startsWith(`${pointer(name.split('.'))}/`);
  const [name] = parameters.filter(isIn).sort((a, b) => b.length - a.length);
  if (name === undefined) return mistake;
  const [field = ''] = name.split('.').slice(-1);
  const subject = `\`${field}\` `;
  const message = mistake.message.startsWith(subject)
    ? ` ${mistake.message.slice(subject.length)}`
    : `: ${mistake.message}`;
  return { ...mistake, message: `\`${name}\` in the query${message}` };
}

/**
 * The mistakes of a query beside JSON or parts, which have the options themselves. Nothing of it is ignored, because a
 * client would get a document without its options. `alone` is the type of a body beside which a query has options.
 */
export function misplacedOptions(query: string, kind: Payload['kind'], alone: string | null): Mistake[] {
  const reason = alone === null ? 'has no options' : `has options beside a body of \`${alone}\` only`;
  const place = kind === 'multipart' ? 'the part `request`' : 'the JSON body';
  return [...new Set(new URLSearchParams(query).keys())].map((name) => ({
    pointer: pointer(name.split('.')),
    message: `\`${name}\` is in the query, which ${reason}: put it into ${place}`,
  }));
}

/** Sets the value at a path of fresh objects; false where something is there already. */
function put(options: Record<string, unknown>, path: readonly string[], value: unknown): boolean {
  const [name = '', ...rest] = path;
  const isThere = Object.hasOwn(options, name);
  if (rest.length === 0) {
    if (!isThere) options[name] = value;
    return !isThere;
  }
  const inner = isThere ? options[name] : (options[name] = {});
  return isSchema(inner) && put(inner, rest, value);
}

/**
 * The value of a parameter by the schemas that it may have; `undefined` where the parameter is repeated and is not a
 * list.
 */
function valueOf(texts: readonly string[], schemas: readonly JsonSchema[]): { readonly value: unknown } | undefined {
  const lists = schemas.filter(({ type }) => type === 'array');
  const [text = '', ...others] = texts;
  if (lists.length > 0 && (others.length > 0 || lists.length === schemas.length))
    return { value: texts.map((each) => typed(each, { anyOf: lists.map(({ items }) => items) })) };
  return others.length > 0 ? undefined : { value: typed(text, { anyOf: schemas }) };
}

/** The schemas of a field of objects of these schemas, each alternative by itself. */
function below(schemas: readonly JsonSchema[], name: string): JsonSchema[] {
  return schemas.flatMap(alternativesOf).flatMap((schema) => {
    const field =
      isSchema(schema.properties) && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return isSchema(field) ? alternativesOf(field) : [];
  });
}

/** The schema, or those of which a value has to match one; an object may have fields of its own beside such. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const inner = [schema.anyOf, schema.oneOf]
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .filter(isSchema);
  return inner.length === 0 || isSchema(schema.properties)
    ? [schema, ...inner.flatMap(alternativesOf)]
    : inner.flatMap(alternativesOf);
}

function nestedOptions([text, ...others]: readonly string[], mistakes: Mistake[]): Record<string, unknown> {
  if (text === undefined) return {};
  if (others.length > 0) throw new AppError('malformed-json', 'The query parameter `request` is there more than once.');
  const value = parseJson(Buffer.from(text), 'query parameter `request`');
  if (isSchema(value)) return { ...value };
  mistakes.push({ pointer: '', message: 'the query parameter `request` must be an object' });
  return {};
}

/** The text as the type of the schema; a text of another type stays a text, and validation reports it. */
function typed(text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if ((types.has('number') || types.has('integer')) && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text))
    return Number(text);
  return text;
}

/** The types that a schema allows, at any of its alternatives. */
export function typesOf(schema: unknown): Set<string> {
  if (!isSchema(schema)) return new Set();
  const alternatives = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const values = [...(Array.isArray(schema.enum) ? (schema.enum as unknown[]) : []), schema.const]
    .filter((value) => value !== undefined)
    .map((value) => typeof value);
  const own = [schema.type].flat().filter((type) => typeof type === 'string');
  return new Set([...own, ...values, ...alternatives.flatMap((inner) => [...typesOf(inner)])]);
}
