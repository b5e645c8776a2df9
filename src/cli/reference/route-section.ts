import {
  isReference,
  resolve,
  type Content,
  type Description,
  type Header,
  type Method,
  type Parameter,
  type Responses,
  type Route,
} from '../../http/openapi/description.ts';
import type { JsonSchema } from '../../input/input.ts';
import { escape } from '../../render/html/html.ts';
import { fieldsOf, lastPart, typeOf, type References } from './fields.ts';
import { fieldTable } from './field-table.ts';
import { inline, jsonBlock, prose } from './markup.ts';

/** One route of the reference: its purpose, its input and its answers. */
export function routeSection(
  description: Description,
  { path, method, route }: { path: string; method: Method; route: Route },
): string {
  const references = componentsOf(description);
  return `<section id="${route.operationId}">
<h3>${escape(route.summary)}</h3>
<p class="route"><span class="${method}">${method.toUpperCase()}</span>
<code>${escape(path)}</code>${route.security.length === 0 ? ' <em>no key</em>' : ''}</p>
${prose(route.description)}
${parameters(parametersOf(description, route), references)}
${requestBody(route, references)}
${responses(description, route.responses)}
</section>`;
}

/** Resolves references to `components`; an operation has a section of its own. */
export function componentsOf(description: Description): References {
  return {
    find: (reference) => description.components.schemas[lastPart(reference)] ?? {},
    elsewhere: (reference) => /^#\/components\/schemas\/(Add|Set)[A-Z]/.test(reference),
  };
}

/** The parameters of a route, without those that every route has. */
export function parametersOf(description: Description, route: Route): Parameter[] {
  return route.parameters.map((parameter) => resolve<Parameter>(description, parameter)).filter(isParticular);
}

/** False for the headers of every request and answer, which the page describes once. */
function isParticular({ name }: { readonly name: string }): boolean {
  return name !== 'X-Request-Id';
}

/** Tables of parameters: of the path, of headers, of the query. */
export function parameters(list: readonly Parameter[], references: References): string {
  const headings = { path: 'Path', header: 'Request headers', query: 'Query' } as const;
  return (['path', 'header', 'query'] as const)
    .map((place) => {
      const rows = list
        .filter((parameter) => parameter.in === place)
        .map(({ name, description, schema, example }) => {
          const shown = typeof example === 'string' ? example : [example].flat().join(',');
          return (
            `<tr><td><code>${name}</code></td><td>${escape(typeOf(schema, references))}</td><td>${inline(description)} ` +
            `<small>Example: <code>${escape(shown)}</code></small></td></tr>`
          );
        });
      return rows.length === 0
        ? ''
        : `<h4>${headings[place]}</h4><table class="fields"><tbody>${rows.join('')}</tbody></table>`;
    })
    .join('');
}

function requestBody(route: Route, references: References): string {
  if (route.requestBody === undefined) return '';
  return Object.entries(route.requestBody.content)
    .map(([mediaType, { schema, examples }]) => {
      const shown = Object.entries(examples ?? {}).map(
        ([name, { value }]) => `<figure><figcaption>Example: ${escape(name)}</figcaption>${jsonBlock(value)}</figure>`,
      );
      return `<h4>Body: <code>${mediaType}</code></h4>${bodyTable(mediaType, schema, references)}${shown.join('')}`;
    })
    .join('\n');
}

/** The table of a body. In multipart the fields of `request` are not repeated, because it is the JSON body above. */
export function bodyTable(mediaType: string, schema: JsonSchema, references: References): string {
  const rows = fieldsOf(rootOf(schema, references), references);
  return fieldTable(
    mediaType === 'multipart/form-data'
      ? rows
          .filter((row) => row.depth === 0)
          .map((row) =>
            row.path === 'request' ? { ...row, type: 'JSON', description: 'The JSON body, as above.' } : row,
          )
      : rows,
  );
}

function rootOf(schema: JsonSchema, references: References): JsonSchema {
  return typeof schema.$ref === 'string' ? references.find(schema.$ref) : schema;
}

/** The table of answers: each status with its problems, or with its media types and headers. */
export function responses(description: Description, list: Responses): string {
  const rows = Object.entries(list).map(([status, entry]) => {
    const response = resolve(description, entry);
    const success = status.startsWith('2');
    const names = Object.entries(response.headers)
      .filter(([name]) => isParticular({ name }))
      .map(([name, header]) => headerName(name, resolve(description, header)));
    const content = success
      ? prose(response.description) + contentList(response.content, description)
      : problemLinks(response['x-problem-types'] ?? []);
    return (
      '<tr ' +
      `class="${success ? 'good' : 'bad'}"><td><b>${status}</b></td><td>${content}</td><td>${names.join('<br>')}</td></tr>`
    );
  });
  return (
    '<h4>Answers</h4><table ' +
    ('class="answers"><thead><tr><th>status</th><th>what</th><th>headers</th></tr></thead><tbody>' +
      `${rows.join('')}</tbody></table>`)
  );
}

function headerName(name: string, header: Header): string {
  return `<a href="#header-${name}"><code>${name}</code></a>${header.required ? '' : ' <small>at times</small>'}`;
}

function contentList(content: Content | undefined, description: Description): string {
  const references = componentsOf(description);
  return Object.entries(content ?? {})
    .map(([mediaType, { schema }]) => {
      const shape = 'oneOf' in schema ? ((schema.oneOf as JsonSchema[])[0] ?? {}) : schema;
      const target = isReference(shape)
        ? `: <a href="#schema-${lastPart(shape.$ref)}">${lastPart(shape.$ref)}</a>`
        : mediaType.endsWith('json')
          ? `: ${escape(typeOf(shape, references))}`
          : '';
      return `<p><code>${mediaType}</code>${target}</p>`;
    })
    .join('');
}

function problemLinks(types: readonly string[]): string {
  return types
    .map((address) => `<a href="#problem-${lastPart(address)}"><code>${lastPart(address)}</code></a>`)
    .join(' ');
}
