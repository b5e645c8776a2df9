import { filePartsOf } from '../../../editions/documents.ts';
import type { Tool } from '../../../editions/edition.ts';
import { isSchema, type JsonSchema } from '../../../input/input.ts';
import { treePart } from '../../body/accepted-body.ts';
import type { MediaType } from '../description.ts';
import { filePartSchemas, inParts } from './file-parts.ts';
import { optionsName, partName, requiredFiles, requiredInRequest } from './options-schema.ts';
import { schemaRef } from '../schema-components.ts';

/** An HTML document for examples. */
export const htmlExample =
  '<!doctype html><html lang="en"><head><title>Invoice</title></head><body><h1>Invoice</h1></body></html>';

/** The part `request` is JSON. */
export const encoding = { request: { contentType: 'application/json' } };

/**
 * The form of a tool: file parts, and the options as one JSON part `request`, which may leave out the fields of the
 * file parts.
 */
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

/** The file parts of a tool. A list of documents has the length limits of the list in JSON. */
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

const upload = [
  'A document and the files that it uses, each with its path as its file name: in place of `operations`.',
  'The document is `index.html`, else the only `.html` file;',
  'relative addresses and those with a leading slash are looked up from its folder.',
].join(' ');

/** The form of a tool that also takes an HTML document as one of `files`, in place of the operations. */
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
