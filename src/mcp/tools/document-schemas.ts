import { isSchema, type JsonSchema } from '../../input/input.ts';

/** The fields of a document in arguments; each document has exactly one of them. */
export interface DocumentSources {
  /** True where files of a root may be named. */
  readonly paths: boolean;
}

/** True for the schema of a document: an object that contains its bytes, or names the job that made it. */
export function isDocumentSchema({ properties }: JsonSchema): boolean {
  return isSchema(properties) && Object.hasOwn(properties, 'data') && Object.hasOwn(properties, 'jobId');
}

const uri: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: 'The URI of a document that a tool has made here, from its `uri` or resource link.',
};
const path: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description: 'The path of a file. A relative path starts at the root folder.',
};

/** The schema of a tool's body with the documents as this protocol names them: `uri`, `data`, and `path` with a root. */
export function withSources(schema: JsonSchema, sources: DocumentSources): JsonSchema {
  return mapped(schema, sources) as JsonSchema;
}

function mapped(value: unknown, sources: DocumentSources): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, sources));
  if (!isSchema(value)) return value;
  const all = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, sources)]));
  return isDocumentSchema(value) ? documentSchema(all, sources) : all;
}

function documentSchema({ properties, ...schema }: JsonSchema, { paths }: DocumentSources): JsonSchema {
  const fields = Object.fromEntries(Object.entries(properties as object).filter(([name]) => name !== 'jobId'));
  const added = { uri, ...(paths && { path }) };
  const alternatives = (listed: unknown): unknown =>
    Array.isArray(listed) ? listed.flatMap((one: unknown) => alternativesOf(one, Object.keys(added))) : listed;
  const { description, oneOf, anyOf } = schema;
  return {
    ...schema,
    ...(typeof description === 'string' && {
      description: description.replace(
        /(as `data`|by `data`) or by `jobId`/,
        `by \`uri\`${paths ? ', by `path`' : ''} or as \`data\``,
      ),
    }),
    properties: { ...added, ...fields },
    ...(oneOf !== undefined && { oneOf: alternatives(oneOf) }),
    ...(anyOf !== undefined && { anyOf: alternatives(anyOf) }),
  };
}

/** An alternative that requires `jobId` becomes one for each of the fields in its place. */
function alternativesOf(alternative: unknown, added: readonly string[]): unknown[] {
  const required = isSchema(alternative) ? alternative.required : undefined;
  if (!Array.isArray(required) || !required.includes('jobId')) return [alternative];
  return added.map((field) => ({
    ...(alternative as object),
    required: required.map((name: unknown) => (name === 'jobId' ? field : name)),
  }));
}
