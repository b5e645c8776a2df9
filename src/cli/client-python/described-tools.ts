import { resolve, type Content, type Description } from '../../http/openapi/description.ts';
import { nameOf, snakeCase, type Schema } from './python-type.ts';

/** A tool as the client has it. */
export interface DescribedTool {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The type of its body. */
  readonly input: string;
  /** The file parts of a multipart body. */
  readonly parts: readonly string[];
  /** The representations of its answer, the default one first. `json` is the type of the body where it is JSON. */
  readonly answers: readonly { readonly format: string; readonly mediaType: string; readonly json?: string }[];
}

/** The names of representations; any other is its media type. */
const formats: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'text/csv': 'csv',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
};
const tiers = new Set(['core', 'pro', 'enterprise']);

/** The tools in the order of the description: each route with a body and the tag of a tier. */
export function describedTools(description: Description): readonly DescribedTool[] {
  return Object.entries(description.paths).flatMap(([path, { post }]) => {
    if (post?.requestBody === undefined || !post.tags.some((tag) => tiers.has(tag))) return [];
    const { operationId: name, summary, description: text, requestBody, responses } = post;
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    const { content = {} } = success === undefined ? {} : resolve(description, success);
    const parts = partsOf(requestBody.content);
    const input = [
      bodyType(requestBody.content),
      ...(parts.includes('files') ? [optionsType(requestBody.content)] : []),
    ];
    const answers = Object.entries(content).map(([mediaType, { schema }]) => ({
      format: formats[mediaType] ?? mediaType,
      mediaType,
      ...(mediaType === 'application/json' && { json: schemaType(schema) }),
    }));
    return [
      { name, method: snakeCase(name), path, summary, description: text, input: input.join(' | '), parts, answers },
    ];
  });
}

/** What can be added to a session: the last segment of its path, the types of its body and its answer, its file part. */
export interface DescribedAppend {
  readonly kind: string;
  readonly input: string;
  readonly answer: string;
  readonly part?: string;
}

/** What can be added to a session, by routes of one segment. A fork is another session. */
export function describedAppends(description: Description): readonly DescribedAppend[] {
  return Object.entries(description.paths).flatMap(([path, { post }]) => {
    const kind = /^\/api\/v1\/sessions\/\{sessionId\}\/([a-z-]+)$/.exec(path)?.[1];
    if (kind === undefined || kind === 'fork') return [];
    const created = post?.responses['201'];
    if (created === undefined || post?.requestBody === undefined) return [];
    const { content } = post.requestBody;
    const [part] = partsOf(content);
    const options = part === undefined ? [] : [optionsType(content)];
    const answer = bodyType(resolve(description, created).content ?? {});
    return [{ kind, input: [bodyType(content), ...options].join(' | '), answer, ...(part !== undefined && { part }) }];
  });
}

function partsOf(content: Content): string[] {
  const { properties = {} } = (content['multipart/form-data']?.schema ?? {}) as Schema;
  return Object.keys(properties).filter((part) => part !== 'request');
}

function bodyType(content: Content): string {
  return schemaType(content['application/json']?.schema);
}

function optionsType(content: Content): string {
  return schemaType((content['multipart/form-data']?.schema as Schema | undefined)?.properties?.request);
}

function schemaType(schema: Schema | undefined): string {
  return schema?.$ref === undefined ? 'Mapping[str, Any]' : `t.${nameOf(schema.$ref)}`;
}
