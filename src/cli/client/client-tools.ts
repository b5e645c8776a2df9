import { isReference, resolve, type Content, type Description, type Route } from '../../http/openapi/description.ts';
import type { JsonSchema } from '../../input/input.ts';
import { typeImport } from './type-import.ts';

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

const head = [
  '// Made of openapi.json by `npm run openapi`. Do not edit.',
  typeImport('../answer.ts', 'FileAnswer', 'Json'),
  typeImport('../options.ts', 'ToolOptions'),
  typeImport('../input.ts', 'WithDocument', 'WithDocuments', 'WithFiles'),
  typeImport('./api.ts', 'components'),
  '',
  "type Schemas = components['schemas'];",
  '',
].join('\n');

const generics = `
/** The name of a tool, as the service has it. */
export type ToolName = keyof ToolTable;
/** What a tool takes. */
export type ToolInput<T extends ToolName> = ToolTable[T]['input'];
/** The representations of a tool's answer. */
export type ToolFormat<T extends ToolName> = keyof ToolTable[T]['answers'] & string;
/** The representation that a tool answers in unless another one is chosen. */
export type ToolDefault<T extends ToolName> = ToolTable[T]['default'];
/** The answer of a tool in a representation. */
export type ToolAnswer<T extends ToolName, F extends ToolFormat<T>> = ToolTable[T]['answers'][F];
`;

interface ClientTool {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly input: string;
  readonly parts: readonly string[];
  /** The representations: name, media type and type, the default one first. */
  readonly answers: readonly { readonly name: string; readonly mediaType: string; readonly type: string }[];
}

/** The table of tools, its types, and a class with one method a tool. */
export function clientTools(description: Description): string {
  const tools = toolsOf(description);
  return [
    head,
    '/** What each tool takes, and its answer in each representation. */',
    'export interface ToolTable {',
    ...tools.map(
      ({ name, input, answers }) =>
        `  ${keyOf(name)}: {\n    input: ${input};\n    answers: { ${answers
          .map((answer) => `${keyOf(answer.name)}: ${answer.type}`)
          .join('; ')} };\n    default: '${defaultOf(answers)}';\n  };`,
    ),
    '}',
    generics,
    '/** How a tool is called: its path, its file parts, its representations with the default one first. */',
    'export interface ToolRoute {',
    '  readonly path: string;',
    '  readonly parts: readonly string[];',
    '  readonly formats: Readonly<Record<string, string>>;',
    '}',
    '',
    '/** The routes of all tools. */',
    'export const toolRoutes: Readonly<Record<ToolName, ToolRoute>> = {',
    ...tools.map(
      ({ name, path, parts, answers }) =>
        `  ${keyOf(name)}: {\n    path: '${path}',\n    parts: [${parts.map((part) => `'${part}'`).join(', ')}],\n` +
        `    formats: { ${answers.map((answer) => `${keyOf(answer.name)}: '${answer.mediaType}'`).join(', ')} },\n  },`,
    ),
    '};',
    '',
    appends(description),
    '',
    '/** One method a tool. */',
    'export abstract class ToolMethods {',
    '  protected abstract call<T extends ToolName, F extends ToolFormat<T>>(',
    '    tool: T,',
    '    input: ToolInput<T>,',
    '    options: ToolOptions<F>,',
    '  ): Promise<ToolAnswer<T, F>>;',
    ...tools.map(methodOf),
    '}',
    '',
  ].join('\n');
}

function methodOf({ name, method, summary, answers }: ClientTool): string {
  const format = `F extends ToolFormat<'${name}'> = '${defaultOf(answers)}'`;
  return [
    '',
    `  /** ${summary} */`,
    `  ${method}<${format}>(`,
    `    input: ToolInput<'${name}'>,`,
    '    options: ToolOptions<F> = {},',
    `  ): Promise<ToolAnswer<'${name}', F>> {`,
    `    return this.call('${name}', input, options);`,
    '  }',
  ].join('\n');
}

/** What can be added to a session: the last segment of its path, and its body. A fork is another session. */
function appends(description: Description): string {
  const fields = Object.entries(description.paths).flatMap(([path, { post }]) => {
    const kind = /^\/api\/v1\/sessions\/\{sessionId\}\/([a-z-]+)$/.exec(path)?.[1];
    const schema = post?.responses['201'] && post.requestBody?.content['application/json']?.schema;
    return kind !== undefined && kind !== 'fork' && schema ? [`  ${keyOf(kind)}: ${typeOf(schema)};`] : [];
  });
  return ['/** What can be added to a session. */', 'export interface SessionAppends {', ...fields, '}'].join('\n');
}

function toolsOf(description: Description): readonly ClientTool[] {
  const tiers = new Set(['core', 'pro', 'enterprise']);
  return Object.entries(description.paths).flatMap(([path, { post }]) =>
    post?.requestBody && post.tags.some((tag) => tiers.has(tag))
      ? [toolOf(description, path, { ...post, requestBody: post.requestBody })]
      : [],
  );
}

function toolOf(
  description: Description,
  path: string,
  route: Route & { requestBody: { content: Content } },
): ClientTool {
  const { operationId: name, summary, requestBody, responses } = route;
  const [success] = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [response] : [],
  );
  const { content = {} } = success ? resolve(description, success) : {};
  const multipart = requestBody.content['multipart/form-data']?.schema as
    { readonly properties?: Readonly<Record<string, JsonSchema>> } | undefined;
  const parts = Object.keys(multipart?.properties ?? {}).filter((part) => part !== 'request');
  const json = typeOf(requestBody.content['application/json']?.schema);
  return {
    name,
    method: name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    path,
    summary,
    input: inputOf(json, parts, multipart?.properties?.request),
    parts,
    answers: Object.entries(content).flatMap(([mediaType, { schema }]) => answersOf(description, mediaType, schema)),
  };
}

/** JSON that may be a report alone (of a dry run, an export) is two representations, so that each has its type. */
function answersOf(description: Description, mediaType: string, schema: JsonSchema): ClientTool['answers'] {
  const name = formats[mediaType] ?? mediaType;
  if (mediaType !== 'application/json') return [{ name, mediaType, type: 'FileAnswer' }];
  const { anyOf } = resolve(description, schema) as { readonly anyOf?: readonly JsonSchema[] };
  const [whole = schema, alone] = (anyOf ?? []).filter((part) => isReference(part));
  const report = { name: 'report', mediaType, type: `Json<${typeOf(alone)}>` };
  return [{ name, mediaType, type: `Json<${typeOf(whole)}>` }, ...(alone ? [report] : [])];
}

/** The JSON body, with bytes where a multipart body has file parts. */
function inputOf(json: string, parts: readonly string[], options: JsonSchema | undefined): string {
  if (parts.includes('document')) return `WithDocument<${json}>`;
  if (parts.includes('documents')) return `WithDocuments<${json}>`;
  return parts.includes('files') ? `${json} | WithFiles<${typeOf(options)}>` : json;
}

/** The name of the schema that is referred to. */
function typeOf(schema: JsonSchema | undefined): string {
  const name = schema && isReference(schema) ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined ? 'Record<string, unknown>' : `Schemas['${name}']`;
}

const defaultOf = ([first]: ClientTool['answers']): string => first?.name ?? 'json';
const keyOf = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`);
