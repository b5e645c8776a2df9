import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { createToolCall, type CallDeps, type CallTool } from '../../calls/call-tool.ts';
import type { Offer } from '../../calls/deployment.ts';
import type { Tool } from '../../editions/edition.ts';
import { isSchema, type JsonSchema } from '../../input/input.ts';
import { withSources } from './document-schemas.ts';
import { guides } from './guides.ts';
import { namedDocuments } from './named-documents.ts';
import { ownSchemas } from './own-arguments.ts';

/** A tool as this protocol offers it. */
export interface OfferedTool {
  readonly tool: Tool;
  readonly call: CallTool;
  /** The schema of the tool's own body. */
  readonly schema: JsonSchema;
  /** Arguments of this protocol beside those of the tool. */
  readonly own: Readonly<Record<string, JsonSchema>>;
  readonly listed: ListedTool;
}

/** The tools of a deployment, by name. */
export type Toolset = ReadonlyMap<string, OfferedTool>;

/** The tools of an offer. `hasRoot`: files below a root may be named. */
export function createToolset({ tools, operations }: Offer, deps: CallDeps, hasRoot: boolean): Toolset {
  return new Map(
    tools.map((tool) => {
      const schema = tool.input(operations).jsonSchema;
      const own = ownSchemas(tool, { hasRoot, needsApproval: needsApproval(tool, deps) });
      const listed = describe(tool, { schema, own, hasRoot });
      return [tool.name, { tool, call: createToolCall(tool, deps), schema, own, listed }];
    }),
  );
}

/** True where calls of a tool, or of one of those that it is made of, need the approval of a human. */
function needsApproval(tool: Tool, { approvals }: CallDeps): boolean {
  return (tool.madeOf ?? [tool]).some((one) => approvals.requires({ tool: one, request: {} }));
}

interface Described {
  readonly schema: JsonSchema;
  readonly own: Readonly<Record<string, JsonSchema>>;
  readonly hasRoot: boolean;
}

function describe(tool: Tool, { schema, own, hasRoot }: Described): ListedTool {
  const all = withSources(tool.madeOf === undefined ? schema : stepsSchema(tool.madeOf), { paths: hasRoot });
  const properties = { ...(isSchema(all.properties) ? all.properties : {}), ...own };
  const isReport = tool.produces === 'report' || tool.produces === 'text-report' || tool.produces === 'report-document';
  return {
    name: tool.name,
    title: tool.summary,
    description: descriptionOf(tool, schema),
    inputSchema: { ...all, type: 'object', properties: properties as Record<string, object> },
    annotations: {
      title: tool.summary,
      readOnlyHint: isReport && !Object.hasOwn(own, 'saveTo'),
      destructiveHint: false, // documents of a call are never changed, and files of others are never replaced
      idempotentHint: isReport,
      openWorldHint: tool.documents === undefined,
    },
  };
}

/**
 * The schema of a tool that is made of others, for models: the arguments of each step are described by the tool itself,
 * and a list of tools that repeated all of them would be twice as long.
 */
function stepsSchema(tools: readonly Tool[]): JsonSchema {
  const input = {
    type: 'object',
    description:
      'The arguments of that tool, as its own schema describes them. A document may also be `{"step": n}`: the one that ' +
      'step n has made, counted from 0.',
  };
  const tool = { type: 'string', enum: tools.map(({ name }) => name) };
  const items = {
    type: 'object',
    properties: { tool, input },
    required: ['tool', 'input'],
    additionalProperties: false,
  };
  const steps = { type: 'array', minItems: 2, maxItems: 20, items };
  return { type: 'object', properties: { steps }, required: ['steps'], additionalProperties: false };
}

function descriptionOf(tool: Tool, schema: JsonSchema): string {
  const guide = guides[tool.name];
  const needs = tool.tier === 'core' ? [] : [`It needs a key of the tier \`${tool.tier}\`.`];
  const [example] = Object.values(tool.examples);
  return [
    ...(guide === undefined ? [tool.summary + '.'] : [guide]),
    tool.description,
    ...needs,
    ...(example === undefined ? [] : [`Example: ${JSON.stringify(shortExample(example, schema))}`]),
  ].join(' ');
}

/** An example whose documents are named by their URIs, and whose long texts are cut. */
function shortExample(example: unknown, schema: JsonSchema): unknown {
  const copy = structuredClone(example);
  for (const { fields } of namedDocuments(copy, schema)) {
    if (!Object.hasOwn(fields, 'data') && !Object.hasOwn(fields, 'jobId')) continue;
    delete fields.data;
    delete fields.jobId;
    fields.uri = 'colophon://results/.../1';
  }
  return cut(copy);
}

const maxExampleText = 120;

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxExampleText ? `${value.slice(0, 40)}...` : value;
  if (Array.isArray(value)) return value.map(cut);
  return isSchema(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)])) : value;
}
