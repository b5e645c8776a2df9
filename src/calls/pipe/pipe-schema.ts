import type { Tool } from '../../editions/edition.ts';
import { isSchema, type JsonSchema } from '../../input/input.ts';

/** The number of steps. */
export const stepLimits = { min: 2, max: 20 } as const;

/** A tool and the schema of its own body. */
interface Described {
  readonly tool: Tool;
  readonly schema: JsonSchema;
}

const stepField = {
  type: 'integer',
  minimum: 0,
  maximum: stepLimits.max - 2,
  description: 'The number of an earlier step, from 0, whose document it is.',
};

/** The JSON Schema of a pipe of these tools: each kind of step has the body of its tool. */
export function pipeSchema(tools: readonly Described[]): JsonSchema {
  const definitions = tools.flatMap(({ schema }) => Object.entries((schema.$defs ?? {}) as JsonSchema));
  return {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        description: 'The steps in order. They count from 0.',
        minItems: stepLimits.min,
        maxItems: stepLimits.max,
        items: { oneOf: tools.map(stepSchema) },
      },
    },
    required: ['steps'],
    additionalProperties: false,
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

function stepSchema({ tool, schema }: Described): JsonSchema {
  const input = Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$defs'));
  const isRequired = Array.isArray(schema.required) && schema.required.length > 0;
  return {
    'x-name': `${pascalCase(tool.name)}Step`,
    type: 'object',
    properties: {
      tool: { const: tool.name },
      input: tool.documents === undefined ? input : withSteps(input, tool),
    },
    required: ['tool', ...(isRequired ? ['input'] : [])],
    additionalProperties: false,
  };
}

/** The body of a tool whose documents may be those of earlier steps. */
function withSteps(input: JsonSchema, tool: Tool): JsonSchema {
  const name = pascalCase(tool.name);
  const { document, documents, ...others } = (input.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const items = documents?.items;
  const listed = isSchema(items) && { items: withStep(items, `${name}StepDocument`) };
  return {
    ...input,
    'x-name': `${name}StepInput`,
    properties: {
      ...(document && { document: { ...withStep(document, 'StepDocument'), description: `The PDF, ${ways}.` } }),
      ...(documents && { documents: { ...documents, ...listed, description: `The PDFs in order, each ${ways}.` } }),
      ...(tool.inner === undefined ? others : mapValues(others, (field) => withInner(field, name))),
    },
  };
}

function mapValues(fields: Readonly<Record<string, JsonSchema>>, map: (field: JsonSchema) => JsonSchema) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]));
}

/** A list of things that may have a document inside, which may be that of an earlier step. */
function withInner(list: JsonSchema, name: string): JsonSchema {
  const kinds = isSchema(list.items) && Array.isArray(list.items.oneOf) ? (list.items.oneOf as JsonSchema[]) : [];
  if (kinds.length === 0) return list;
  const oneOf = kinds.map((kind) => {
    const { document, ...others } = kind.properties as Readonly<Record<string, JsonSchema>>;
    if (document === undefined) return kind;
    const properties = { ...others, document: withStep(document, `${name}StepInnerDocument`) };
    return { ...kind, 'x-name': `${String(kind['x-name'])}InPipe`, properties };
  });
  return { ...list, items: { ...(list.items as JsonSchema), oneOf } };
}

/** The ways to state a document. */
const ways = 'as `data`, by `jobId`, or by the `step` that makes it';

function withStep(document: JsonSchema, name: string): JsonSchema {
  const alternatives = Array.isArray(document.oneOf) ? (document.oneOf as unknown[]) : [];
  return {
    ...document,
    'x-name': name,
    properties: { ...(document.properties as JsonSchema), step: stepField },
    oneOf: [...alternatives, { required: ['step'] }],
  };
}

/** `extract-text` is `ExtractText`. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
