import { filePartsOf } from '../../editions/documents.ts';
import type { Tool } from '../../editions/edition.ts';
import { type JsonSchema, isSchema } from '../../input/input.ts';
import { treePart } from '../body/accepted-body.ts';
import type { MediaType } from './description.ts';
import { schemaRef } from './schema-components.ts';
import { pascalCase, without } from './schema-walk.ts';

export const pdfFile = { type: 'string', contentMediaType: 'application/pdf' };
const anyFile = { type: 'string', contentMediaType: 'application/octet-stream' };
export const htmlExample =
  '<!doctype html><html lang="en"><head><title>Invoice</title></head><body><h1>Invoice</h1></body></html>';

/** The name in `components` of the JSON body of a tool. */
export function requestName(tool: Tool): string {
  return `${pascalCase(tool.name)}Request`;
}

/** The name in `components` of the same without what file parts bring. */
export function optionsName(tool: Tool): string {
  return `${pascalCase(tool.name)}Options`;
}

/** The part `request` beside file parts, where it is not the JSON body itself; `null` where it is. */
export function optionsSchema(tool: Tool, input: JsonSchema): JsonSchema | null {
  if (tool.takesHtml === true) return withOperationsAtWill(input);
  const byFile = requiredFiles(tool, input);
  return byFile.length === 0 ? null : withoutFiles(tool, input, byFile);
}

function requiredFiles(tool: Tool, input: JsonSchema): string[] {
  const names = filePartsOf(tool);
  return ((input.required ?? []) as readonly string[]).filter((field) => names.includes(field));
}

/** The fields that a part `request` needs. */
function requiredInRequest(tool: Tool, input: JsonSchema): string[] {
  const byFile = requiredFiles(tool, input);
  return ((input.required ?? []) as readonly string[]).filter((field) => !byFile.includes(field));
}

/** The name of the part `request` of a tool. */
function partName(tool: Tool, input: JsonSchema): string {
  return requiredFiles(tool, input).length === 0 ? requestName(tool) : optionsName(tool);
}

const encoding = { request: { contentType: 'application/json' } };

/** File parts, and the options as one JSON part `request`, which need not name what the file parts bring. */
export function formOf(tool: Tool, input: JsonSchema): MediaType {
  const needed = requiredInRequest(tool, input).length > 0 ? ['request'] : [];
  return {
    schema: {
      type: 'object',
      properties: { request: schemaRef(partName(tool, input)), ...toolParts(tool, input) },
      required: [...needed, ...requiredFiles(tool, input)],
      additionalProperties: false,
    },
    encoding,
    ...formExamples(tool),
  };
}

/** The file parts of a tool; a list of documents is as long as the one in JSON. */
function toolParts(tool: Tool, { properties }: JsonSchema): Record<string, JsonSchema> {
  const parts = filePartSchemas(filePartsOf(tool));
  const listed = isSchema(properties) && isSchema(properties.documents) ? properties.documents : {};
  const { minItems, maxItems } = listed;
  return parts.documents === undefined ? parts : { ...parts, documents: { ...parts.documents, minItems, maxItems } };
}

/** The first example of a tool, with its documents as file parts. */
function formExamples(tool: Tool): Pick<MediaType, 'examples'> {
  const [first] = Object.entries(tool.examples);
  if (first === undefined) return {};
  const { options, files } = inParts(first[1]);
  const request = Object.keys(options).length > 0 ? { request: options } : {};
  return { examples: { [first[0]]: { value: { ...request, ...files } } } };
}

interface ExampleParts {
  readonly options: JsonSchema;
  readonly files: Readonly<Record<string, unknown>>;
}

/** An example of a JSON body with its documents as file parts. */
function inParts(example: unknown): ExampleParts {
  const { document, documents, ...options } = example as JsonSchema;
  return { options, files: { ...partOf('document', document), ...partOf('documents', documents) } };
}

/** The document of an example as the content of a file part; the example PDFs are ASCII. */
function exampleFile(document: unknown): string {
  return asText((document as { readonly data: string }).data);
}

function asText(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

function partOf(name: string, document: unknown): Record<string, unknown> {
  if (document === undefined) return {};
  return { [name]: Array.isArray(document) ? document.map(exampleFile) : exampleFile(document) };
}

const upload = [
  'A document and the files that it uses, each with its path as its file name: in place of `operations`.',
  'The document is `index.html`, else the only `.html` file;',
  'relative addresses and those with a leading slash are looked up from its folder.',
].join(' ');

/** The same, or an HTML document as one of `files`, which stands for the operations. */
export function formWithHtml(tool: Tool): MediaType {
  const { [treePart]: files, ...others } = filePartSchemas(filePartsOf(tool));
  const withOperations = { required: ['operations'] };
  return {
    schema: {
      type: 'object',
      properties: {
        request: schemaRef(optionsName(tool)),
        ...others,
        [treePart]: { ...files, minItems: 1, description: upload },
      },
      additionalProperties: false,
      oneOf: [
        { required: ['request'], not: { required: [treePart] }, properties: { request: withOperations } },
        { required: [treePart], properties: { request: { not: withOperations } } },
      ],
    },
    encoding,
    examples: {
      folders: {
        value: {
          request: { document: { size: 'A5' } },
          [treePart]: [`<link rel="stylesheet" href="css/print.css">${htmlExample}`, 'h1 { color: navy }'],
        },
      },
    },
  };
}

interface Described {
  readonly tool: Tool;
  readonly schema: JsonSchema;
}

/** A job whose documents and files are parts of the body; `request` is its JSON body without what they bring. */
export function formOfJobs(inputs: readonly Described[], parts: readonly string[], retain: JsonSchema): MediaType {
  const tools = inputs.filter(({ tool }) => filePartsOf(tool).length > 0);
  const request = {
    'x-name': 'JobOptions',
    type: 'object',
    description: 'The JSON body, whose `input` need not name what the file parts bring.',
    properties: {
      tool: { type: 'string', enum: tools.map(({ tool }) => tool.name) },
      input: { type: 'object' },
      retain,
    },
    required: ['tool'],
    additionalProperties: false,
  };
  const properties = { request, ...filePartSchemas(parts) };
  const ofTools = tools.map((described) => jobOf(described, parts));
  return {
    schema: { type: 'object', properties, required: ['request'], additionalProperties: false, oneOf: ofTools },
    encoding,
    ...jobExamples(tools),
  };
}

/** The first example of a tool that works on one document, as a job. */
function jobExamples(tools: readonly Described[]): Pick<MediaType, 'examples'> {
  const tool = tools.map((one) => one.tool).find(({ documents }) => documents === 'one');
  const [example] = Object.values(tool?.examples ?? {});
  if (tool === undefined || example === undefined) return {};
  const { options, files } = inParts(example);
  return { examples: { [tool.name]: { value: { request: { tool: tool.name, input: options }, ...files } } } };
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas;
  return only !== undefined && schemas.length === 1 ? only : { anyOf: schemas };
}

/** What a job of one tool has to be besides. */
function jobOf({ tool, schema }: Described, parts: readonly string[]): JsonSchema {
  const own = filePartsOf(tool).filter((part) => part !== treePart);
  const others = parts.filter((part) => !own.includes(part));
  const needed = requiredInRequest(tool, schema).length > 0 ? ['input'] : [];
  const name = tool.takesHtml === true ? requestName(tool) : partName(tool, schema);
  return {
    properties: {
      request: { properties: { tool: { const: tool.name }, input: schemaRef(name) }, required: ['tool', ...needed] },
    },
    required: requiredFiles(tool, schema),
    ...(others.length > 0 && { not: anyOf(others.map((part) => ({ required: [part] }))) }),
  };
}

/**
 * File parts by their names: documents are PDFs, other files of any kind; a name in the plural may be there more than
 * once.
 */
export function filePartSchemas(names: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    names.map((name): [string, JsonSchema] => {
      const file = /^documents?$/.test(name) ? pdfFile : anyFile;
      return [name, name.endsWith('s') ? listOfFiles(file) : file];
    }),
  );
}

function listOfFiles(items: JsonSchema): JsonSchema {
  return { type: 'array', description: 'One part a file, in order.', items };
}

/**
 * The JSON body without what comes as files; the entries of a list keep their own options, in the order of the file
 * parts.
 */
function withoutFiles(tool: Tool, input: JsonSchema, byFile: readonly string[]): JsonSchema {
  const { properties, required, ...rest } = input;
  const fields = Object.entries(isSchema(properties) ? properties : {}).flatMap(
    ([name, field]): [string, unknown][] => {
      if (!byFile.includes(name)) return [[name, field]];
      return isSchema(field) && isSchema(field.items) && isSchema(field.items.properties)
        ? [[name, ownOptions(tool, field.items)]]
        : [];
    },
  );
  const left = ((required ?? []) as readonly string[]).filter((name) => !byFile.includes(name));
  return {
    ...rest,
    description: `The JSON body, without ${byFile.map((field) => `\`${field}\``).join(' and ')}.`,
    properties: Object.fromEntries(fields),
    ...(left.length > 0 && { required: left }),
  };
}

function ownOptions(tool: Tool, item: JsonSchema): JsonSchema {
  const own = Object.entries(isSchema(item.properties) ? item.properties : {}).filter(
    ([name]) => name !== 'data' && name !== 'jobId',
  );
  return {
    type: 'array',
    description: 'Options of each document, in the order of the file parts.',
    items: {
      'x-name': `${pascalCase(tool.name)}DocumentOptions`,
      type: 'object',
      properties: Object.fromEntries(own),
      additionalProperties: false,
    },
  };
}

/** The JSON body, whose operations may be left out. */
function withOperationsAtWill(input: JsonSchema): JsonSchema {
  const required = ((input.required ?? []) as readonly string[]).filter((name) => name !== 'operations');
  return { ...without(input, 'required'), ...(required.length > 0 && { required }) };
}
