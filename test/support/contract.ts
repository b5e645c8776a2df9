import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeEditions } from '../../src/cli/package-description.ts';
import { edition as core } from '../../src/editions/core/index.ts';
import { edition as enterprise } from '../../src/editions/enterprise/index.ts';
import { edition as pro } from '../../src/editions/pro/index.ts';
import {
  resolve,
  type Description,
  type Header,
  type Method,
  type Reference,
  type Response,
  type Responses,
} from '../../src/http/openapi/description.ts';

/** An answer as a client saw it. `body`: the bytes or text, or JSON that was parsed already. */
export interface Answer {
  readonly method: string;
  /** With or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly body?: unknown;
}

/** Throws a message if an answer differs from the OpenAPI description of its route. */
export type CheckAnswer = (answer: Answer) => void;

/** Checks by their description: the tests of a process share a few of them. */
const contracts = new Map<string, CheckAnswer>();

let ownCheck: CheckAnswer | null = null;

/**
 * The check against the description of this very package, with every edition in the tree. No import() of what tests
 * import as well: Node may give it out unfinished.
 */
export const checkAnswer: CheckAnswer = (answer) => {
  ownCheck ??= contractOf(describeEditions([core, pro, enterprise], versionOfPackage()).description);
  ownCheck(answer);
};

const versionOfPackage = () => (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

/**
 * The check against another description: that of a deployment with tools of the test's own. Schemas compile once, when
 * first met.
 */
export function contractOf(description: Description): CheckAnswer {
  const key = createHash('sha256').update(JSON.stringify(description)).digest('base64');
  const check = contracts.get(key) ?? newContract(description);
  contracts.set(key, check);
  return check;
}

function newContract(description: Description): CheckAnswer {
  const schemas = compiler(description);
  const paths = Object.keys(description.paths).sort(
    (one, other) => Number(one.includes('{')) - Number(other.includes('{')),
  ); // exact ones win
  const routes = paths.map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) }));

  return (answer) => {
    const method = answer.method.toUpperCase();
    const [path = ''] = answer.path.split('?');
    const name = `${method} ${path} -> ${answer.status}`;
    const headers = headersOf(answer.headers);
    // A preflight, or (with CORS off) a question for the methods, ends before any route.
    if (method === 'OPTIONS' && answer.status === 204) return;

    const template = routes.find(({ pattern }) => pattern.test(path))?.path;
    const { responses, place } = responsesOf(description, template, method);
    const entry = responses[answer.status];
    if (entry === undefined)
      throw new Error(
        `${name}: the status is not documented (${Object.keys(responses).join(', ')} are). Body: ` +
          excerpt(answer.body),
      );
    const response = resolve(description, entry);

    const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    checkHeaders(description, response.headers, { headers, mediaType, name });
    checkLength(answer, headers, name);
    if (method === 'HEAD') return;

    const documented = Object.keys(response.content ?? {});
    if (documented.length === 0) {
      assertEmpty(answer.body, name);
      return;
    }
    if (!documented.includes(mediaType))
      throw new Error(
        `${name}: the content type "${mediaType}" is not documented (${documented.join(', ')} are). Body: ` +
          excerpt(answer.body),
      );
    if (!mediaType.endsWith('json')) {
      checkDigest(answer.body, headers, name);
      return;
    }
    const where = '$ref' in entry ? entry.$ref.slice(1) : `${place}/responses/${answer.status}`;
    const body = parsed(answer.body, name);
    const validate = schemas(`${where}/content/${mediaType.replaceAll('/', '~1')}/schema`);
    if (!validate(body))
      throw new Error(`${name}: the body is not as documented: ${mistakes(validate)}. Body: ${excerpt(answer.body)}`);
    checkInstance(body, headers, name);
    checkProblem(body, response, { status: answer.status, name });
  };
}

/** The responses that a request may get, and where in the description they stand. */
function responsesOf(
  description: Description,
  template: string | undefined,
  method: string,
): { responses: Responses; place: string } {
  const item = template === undefined ? undefined : description.paths[template];
  const key = (method === 'HEAD' ? 'get' : method.toLowerCase()) as Method;
  const route = item?.[key];
  if (template === undefined || route === undefined)
    return { responses: description['x-unmatched'].responses, place: '/x-unmatched' };
  return { responses: route.responses, place: `/paths/${template.replaceAll('/', '~1')}/${key}` };
}

/** Compiles the schema at a JSON Pointer of the description, once. */
function compiler(description: Description): (place: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allErrors: true,
    validateSchema: false,
  });
  addFormats.default(ajv);
  // The root is no schema, and its words are none of JSON Schema's.
  ajv.addVocabulary(Object.keys(description));
  ajv.addSchema(description, 'description');
  const compiled = new Map<string, ValidateFunction>();
  return (place) => {
    const known = compiled.get(place);
    if (known) return known;
    const validate = ajv.compile({ $ref: `description#${place.split('/').map(encodeURIComponent).join('/')}` });
    compiled.set(place, validate);
    return validate;
  };
}

function mistakes(validate: ValidateFunction): string {
  return (validate.errors ?? [])
    .map((error) => `${error.instancePath || '/'} ${error.message ?? ''} ${JSON.stringify(error.params)}`)
    .join('; ');
}

interface Seen {
  readonly headers: Headers;
  readonly mediaType: string;
  readonly name: string;
}

/** Compiles a schema once: it remembers the object. */
const headerSchemas = new Ajv2020();

function checkHeaders(
  description: Description,
  documented: Readonly<Record<string, Header | Reference>>,
  { headers, mediaType, name }: Seen,
): void {
  for (const [key, entry] of Object.entries(documented)) {
    const header = resolve(description, entry);
    const value = headers.get(key);
    if (value === null) {
      const isRequired = header['x-media-types']?.includes(mediaType) ?? header.required;
      if (isRequired) throw new Error(`${name}: the header ${key} is missing.`);
      continue;
    }
    const validate = headerSchemas.compile(header.schema);
    const typed = header.schema.type === 'integer' ? Number(value) : value;
    if (!validate(typed))
      throw new Error(`${name}: the header ${key} is not as documented: "${value}" ${mistakes(validate)}`);
  }
}

function checkLength(answer: Answer, headers: Headers, name: string): void {
  const length = headers.get('content-length');
  if (length === null || answer.method.toUpperCase() === 'HEAD' || !(answer.body instanceof Uint8Array)) return;
  if (Number(length) !== answer.body.byteLength)
    throw new Error(`${name}: Content-Length is ${length}, the body has ${answer.body.byteLength} bytes.`);
}

/** Content-Digest is the body's own (RFC 9530). */
function checkDigest(body: unknown, headers: Headers, name: string): void {
  const digest = headers.get('content-digest');
  if (digest === null || !(body instanceof Uint8Array)) return;
  const actual = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  if (digest !== actual) throw new Error(`${name}: Content-Digest is ${digest}, the body's is ${actual}.`);
}

/** A problem names the request that it is about. */
function checkInstance(body: unknown, headers: Headers, name: string): void {
  if (headers.get('content-type')?.startsWith('application/problem+json') !== true) return;
  const { instance } = body as { instance: string };
  const id = headers.get('x-request-id') ?? '';
  if (!instance.includes(id)) throw new Error(`${name}: instance is "${instance}", X-Request-Id is "${id}".`);
}

/** A problem is one that the route may give, and has the status of the answer. */
function checkProblem(
  body: unknown,
  { 'x-problem-types': types }: Response,
  { status, name }: { readonly status: number; readonly name: string },
): void {
  if (types === undefined) return;
  const problem = body as { type: string; status: number };
  if (!types.includes(problem.type))
    throw new Error(`${name}: the problem ${problem.type} is not documented (${types.join(', ')} are).`);
  if (problem.status !== status) throw new Error(`${name}: "status" of the problem is ${problem.status}.`);
}

function parsed(body: unknown, name: string): unknown {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return body;
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  } catch {
    throw new Error(`${name}: the body is not JSON: ${excerpt(body)}`);
  }
}

function assertEmpty(body: unknown, name: string): void {
  const empty =
    body === undefined || body === null || body === '' || (body instanceof Uint8Array && body.byteLength === 0);
  if (!empty) throw new Error(`${name}: an answer without content has a body: ${excerpt(body)}`);
}

function headersOf(headers: Answer['headers']): Headers {
  if (headers instanceof Headers) return headers;
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return new Headers(
    entries.map(([key, value]): [string, string] => [key, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}

function excerpt(body: unknown): string {
  if (body === undefined) return '(none)';
  const text =
    typeof body === 'string'
      ? body
      : body instanceof Uint8Array
        ? Buffer.from(body.subarray(0, 400)).toString('latin1')
        : JSON.stringify(body);
  return text.length > 400 ? `${text.slice(0, 400)}...` : text;
}
