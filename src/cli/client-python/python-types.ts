import { isReference, type Description } from '../../http/openapi/description.ts';
import { nameOf, typeOf, wrapped, type Names, type Schema } from './python-type.ts';
import { answeredSchemas } from './reachable.ts';

const head = `"""The bodies of requests and answers. Made of openapi.json by \`npm run openapi\`. Do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import NotRequired, TypeAlias, TypedDict

from ._sources import Base64, Data, Upload
`;

/** Names that no field of a Python class can have. */
const keywords = new Set([
  'as',
  'async',
  'await',
  'class',
  'def',
  'del',
  'for',
  'from',
  'global',
  'if',
  'import',
  'in',
]);

/** The module of types: a TypedDict for each object of \`components.schemas\`, an alias for everything else. */
export function pythonTypes(description: Description): string {
  const { schemas } = description.components;
  const documents = Object.keys(schemas).filter((name) => isDocument(schemas[name] as Schema));
  const answered = answeredSchemas(description);
  const definitions = Object.entries(schemas).map(([name, schema]) =>
    define(name, schema as Schema, { documents: new Set(documents), lists: answered.has(name) }),
  );
  return `${[head, ...definitions].join('\n\n')}\n${problems(description)}`;
}

/** True for what names a PDF: base64, or the result of a job. */
function isDocument({ properties = {} }: Schema): boolean {
  return 'data' in properties && 'jobId' in properties && !('op' in properties);
}

function define(name: string, schema: Schema, names: Names): string {
  const { properties, additionalProperties } = schema;
  if (properties === undefined || typeof additionalProperties === 'object')
    return `${name}: TypeAlias = ${JSON.stringify(typeOf(schema, names))}${docstring(schema.description, '')}`;
  const fields = Object.entries(properties).map(([field, value]) => ({
    field,
    type: fieldType(field, value, schema, names),
    text: value.description,
  }));
  const reserved = fields.filter(({ field }) => keywords.has(field));
  const base = `_${name}Reserved`;
  const lines = fields
    .filter(({ field }) => !keywords.has(field))
    .map(({ field, type, text }) => `    ${field}: ${type}${docstring(text, '    ')}`);
  return [
    ...(reserved.length === 0 ? [] : [`${reservedFields(base, reserved)}\n\n`]),
    `class ${name}(${reserved.length === 0 ? 'TypedDict' : base}):`,
    docstring(schema.description ?? `The schema \`${name}\` of openapi.json.`, '    '),
    ...(lines.length === 0 ? [] : ['\n\n', lines.join('\n')]),
  ].join('');
}

/** The functional form takes any name; its types are texts, because it is evaluated at once. */
function reservedFields(base: string, fields: readonly { readonly field: string; readonly type: string }[]): string {
  const entries = fields.map(({ field, type }) => `${JSON.stringify(field)}: ${JSON.stringify(type)}`);
  return `${base} = TypedDict(${JSON.stringify(base)}, {${entries.join(', ')}})\n`;
}

function fieldType(field: string, value: Schema, { required = [], properties = {} }: Schema, names: Names): string {
  const isData = field === 'data' && isDocument({ properties });
  const type = isData ? 'Data' : typeOf(value, names);
  return required.includes(field) ? type : `NotRequired[${type}]`;
}

function docstring(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"');
  const lines = wrapped(escaped, 100);
  return `\n${indent}"""${lines.join(`\n${indent}`)}"""`;
}

/** The slugs of all problems that a route may answer. */
function problems(description: Description): string {
  const responses = [
    ...Object.values(description.components.responses),
    ...Object.values(description.paths).flatMap((item) => Object.values(item).flatMap((route) => routeAnswers(route))),
  ];
  const slugs = responses.flatMap((response) =>
    isReference(response) ? [] : (response['x-problem-types'] ?? []).map(nameOf),
  );
  const sorted = [...new Set(slugs)].sort().map((slug) => `    ${JSON.stringify(slug)},\n`);
  return `\n\nProblemSlug: TypeAlias = Literal[\n${sorted.join('')}]\n"""The last segment of \`type\` of each problem."""\n`;
}

function routeAnswers({ responses }: { readonly responses: Description['x-unmatched']['responses'] }) {
  return Object.values(responses);
}
