import { filePartsOf } from '../../editions/documents.ts';
import type { Tool } from '../../editions/edition.ts';
import type { JsonSchema } from '../../input.ts';
import { bodyTypes, toolBody } from '../accepted-body.ts';
import type { Content, MediaType, Parameter } from './description.ts';
import { schemaRef } from './schema-components.ts';
import { isSchema, pascalCase } from './schema-walk.ts';

/** The name in `components` of the JSON body of a tool. */
export function requestName(tool: Tool): string {
  return `${pascalCase(tool.name)}Request`;
}

/** The body of a tool's route, in every media type that it takes (contract 4). */
export function requestContent(tool: Tool, input: JsonSchema): Content {
  const bodies: Readonly<Record<string, () => MediaType>> = {
    'application/json': () => ({
      schema: schemaRef(requestName(tool)),
      ...(Object.keys(tool.examples).length > 0 && { examples: Object.fromEntries(Object.entries(tool.examples).map(([name, value]) => [name, { value }])) }),
    }),
    'multipart/form-data': () => multipart(tool, input),
    'application/pdf': () => ({ schema: { ...pdfFile, description: 'The document itself; the options are in the query.' } }),
  };
  return Object.fromEntries(bodyTypes(toolBody(tool)).flatMap((type) => (bodies[type] ? [[type, bodies[type]()]] : [])));
}

const pdfFile = { type: 'string', contentMediaType: 'application/pdf' };
const anyFile = { type: 'string', contentMediaType: 'application/octet-stream' };

/** File parts, and the options as one JSON part `request`, which need not name what the file parts bring. */
function multipart(tool: Tool, input: JsonSchema): MediaType {
  const names = filePartsOf(tool);
  const required = (input.required ?? []) as readonly string[];
  const byFile = required.filter((field) => names.includes(field));
  const inRequest = required.filter((field) => !byFile.includes(field));
  const request = byFile.length === 0 ? schemaRef(requestName(tool)) : withoutFiles(input, byFile);
  return {
    schema: {
      type: 'object',
      properties: { request, ...filePartSchemas(names) },
      required: [...(inRequest.length > 0 ? ['request'] : []), ...byFile],
      additionalProperties: false,
    },
    encoding: { request: { contentType: 'application/json' } },
  };
}

/** File parts by their names: documents are PDFs, other files of any kind; a name in the plural may be there more than once. */
export function filePartSchemas(names: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name): [string, JsonSchema] => {
    const file = /^documents?$/.test(name) ? pdfFile : anyFile;
    return [name, name.endsWith('s') ? { type: 'array', description: 'One part a file, in order.', items: file } : file];
  }));
}

/** The JSON body without what comes as files; the entries of a list keep their own options, in the order of the file parts. */
function withoutFiles(input: JsonSchema, byFile: readonly string[]): JsonSchema {
  const { properties, required, ...rest } = input;
  const fields = Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, field]): [string, unknown][] => {
    if (!byFile.includes(name)) return [[name, field]];
    return isSchema(field) && isSchema(field.items) ? [[name, ownOptions(field.items)]] : [];
  });
  const left = ((required ?? []) as readonly string[]).filter((name) => !byFile.includes(name));
  return { ...rest, description: `The JSON body, without ${byFile.map((field) => `\`${field}\``).join(' and ')}.`, properties: Object.fromEntries(fields), ...(left.length > 0 && { required: left }) };
}

function ownOptions(item: JsonSchema): JsonSchema {
  const own = Object.entries(isSchema(item.properties) ? item.properties : {}).filter(([name]) => name !== 'data' && name !== 'jobId');
  return { type: 'array', description: 'Options of each document, in the order of the file parts.', items: { type: 'object', properties: Object.fromEntries(own), additionalProperties: false } };
}

/** The options as parameters of the query, for the body that is the document alone; the nested ones are in `request`. */
export function queryParameters(tool: Tool, input: JsonSchema): Parameter[] {
  if (tool.documents !== 'one') return [];
  const fields = Object.entries(isSchema(input.properties) ? input.properties : {}).filter((field): field is [string, JsonSchema] => field[0] !== 'document' && isSchema(field[1]));
  const options = fields.map(([name, schema]) => [name, writable(schema)] as const).filter(([, schema]) => !isNested(schema)).map(([name, schema]): Parameter => {
    const { description, ...plain } = schema;
    return { name, in: 'query', description: typeof description === 'string' ? `${description} ${alone}` : alone, schema: plain, example: exampleOf(schema) };
  });
  const nested: Parameter = { name: 'request', in: 'query', description: `Further options: the JSON body without \`document\`. ${alone}`, schema: { type: 'string', contentMediaType: 'application/json' }, example: '{}' };
  return [...options, nested];
}

/** Of a field that is one of several kinds, those that a parameter can write. */
function writable(schema: JsonSchema): JsonSchema {
  const kinds = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [];
  const plain = kinds.filter((kind) => !isNested(kind));
  const [only] = plain;
  if (only === undefined || plain.length === kinds.length) return schema;
  return plain.length === 1 ? { ...only, description: schema.description } : { ...schema, anyOf: plain };
}

/** What a parameter can not write: an object, or a list of them. */
function isNested({ type, items }: JsonSchema): boolean {
  if (type !== 'array' || !isSchema(items)) return type === 'object';
  return typeof items.type !== 'string' || items.type === 'object';
}

const alone = 'With a body of `application/pdf` only.';

/** Some value of the schema. */
function exampleOf({ type, examples, enum: values, default: fallback, items, minimum, anyOf }: JsonSchema): unknown {
  const [value] = [examples, values].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  if (value === undefined && Array.isArray(anyOf) && isSchema(anyOf[0])) return exampleOf(anyOf[0]);
  if (type === 'array') return isSchema(items) ? [exampleOf(items)] : [];
  return value ?? fallback ?? minimum ?? (type === 'boolean' ? true : type === 'string' ? 'text' : 1);
}
