import { filePartsOf } from '../../../editions/documents.ts';
import type { Tool } from '../../../editions/edition.ts';
import { isSchema, type JsonSchema } from '../../../input/input.ts';
import { pascalCase, without } from '../schema-walk.ts';

/** The name in `components` of the JSON body of a tool. */
export function requestName(tool: Tool): string {
  return `${pascalCase(tool.name)}Request`;
}

/** The name in `components` of that body without the fields of the file parts. */
export function optionsName(tool: Tool): string {
  return `${pascalCase(tool.name)}Options`;
}

/** The schema of the part `request` beside file parts; `null` = it is the JSON body itself. */
export function optionsSchema(tool: Tool, input: JsonSchema): JsonSchema | null {
  if (tool.takesHtml === true) return withOptionalOperations(input);
  if (tool.madeOf !== undefined) return stepsBesideFiles(tool.madeOf, input);
  const byFile = requiredFiles(tool, input);
  return byFile.length === 0 ? null : withoutFiles(tool, input, byFile);
}

/** The required fields of the JSON body that file parts bring. */
export function requiredFiles(tool: Tool, input: JsonSchema): string[] {
  const names = filePartsOf(tool);
  return ((input.required ?? []) as readonly string[]).filter((field) => names.includes(field));
}

/** The fields that a part `request` needs. */
export function requiredInRequest(tool: Tool, input: JsonSchema): string[] {
  const byFile = requiredFiles(tool, input);
  return ((input.required ?? []) as readonly string[]).filter((field) => !byFile.includes(field));
}

/** The name of the part `request` of a tool. */
export function partName(tool: Tool, input: JsonSchema): string {
  return requiredFiles(tool, input).length === 0 && tool.madeOf === undefined ? requestName(tool) : optionsName(tool);
}

/** The steps of a request whose documents may come as file parts. */
function stepsBesideFiles(tools: readonly Tool[], { properties, ...rest }: JsonSchema): JsonSchema {
  const { steps } = properties as Readonly<Record<string, JsonSchema>>;
  const step = {
    'x-name': 'StepOptions',
    type: 'object',
    description: 'A step. A document of it that names none (`{}`) is the next of the file parts.',
    properties: { tool: { type: 'string', enum: tools.map(({ name }) => name) }, input: { type: 'object' } },
    required: ['tool'],
    additionalProperties: false,
  };
  return { ...without(rest, '$defs'), properties: { steps: { ...steps, items: step } } };
}

/**
 * The JSON body without the fields of the file parts. The entries of a list keep their other options, in the order of
 * the file parts.
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

/** The JSON body with optional operations. */
function withOptionalOperations(input: JsonSchema): JsonSchema {
  const required = ((input.required ?? []) as readonly string[]).filter((name) => name !== 'operations');
  return { ...without(input, 'required'), ...(required.length > 0 && { required }) };
}
