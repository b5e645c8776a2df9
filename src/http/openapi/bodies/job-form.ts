import { filePartsOf } from '../../../editions/documents.ts';
import type { Tool } from '../../../editions/edition.ts';
import type { JsonSchema } from '../../../input/input.ts';
import { treePart } from '../../body/accepted-body.ts';
import type { MediaType } from '../description.ts';
import { filePartSchemas, inParts } from './file-parts.ts';
import { encoding } from './form-body.ts';
import { partName, requestName, requiredFiles, requiredInRequest } from './options-schema.ts';
import { schemaRef } from '../schema-components.ts';

interface Described {
  readonly tool: Tool;
  readonly schema: JsonSchema;
}

/** The form of a job: documents and files are parts of the body, and `request` is its JSON body without them. */
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

/** The further conditions for a job of one tool. */
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
