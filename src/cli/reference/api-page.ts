import { problems } from '../../problems.ts';
import { methods, type Description, type Method, type PathItem, type Route } from '../../http/openapi/description.ts';
import type { Operation } from '../../render/model/operation.ts';
import { escape } from '../../render/html/html.ts';
import { fieldTable } from './field-table.ts';
import { fieldsOf, textOf } from './fields.ts';
import { inline, jsonBlock, prose } from './markup.ts';
import { operationFields, operationNotes } from './operations-page.ts';
import { componentsOf, responses, routeSection } from './route-section.ts';

interface Entry {
  readonly path: string;
  readonly method: Method;
  readonly route: Route;
}

/** docs/api.html: the reference as one static page, without a script, a font or a style sheet from elsewhere. */
export function apiPage(description: Description, operations: readonly Operation[], css: string): string {
  const entries = Object.entries(description.paths).flatMap(([path, item]) => entriesOf(path, item));
  const { title, version } = description.info;
  return `<!doctype html>
<!-- Written by \`npm run openapi\` from openapi.json. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} ${escape(version)}: HTTP interface</title>
<style>
${css.trim()}
</style>
</head>
<body>
${navigation(description, entries, operations)}
<main>
<header><h1>${escape(title)} <small>${escape(version)}</small></h1>
${prose(description.info.description)}
</header>
${description.tags.map(({ name, description: text }) => group(description, { name, text }, entries)).join('\n')}
<h2 id="unmatched">Any other path or method</h2>
${responses(description, description['x-unmatched'].responses)}
${
  operations.length === 0
    ? ''
    : `<h2 id="operations">Operations</h2>\n<p>Steps of a render, applied in order. Each names itself by ` +
      '<code>op</code>. Content flows down the page, unless <code>position</code> places it.</p>'
}
${operations.map(operationSection).join('\n')}
<h2 id="schemas">Bodies of answers</h2>
${schemaSections(description)}
<h2 id="headers">Headers of answers</h2>
${headerTable(description)}
<h2 id="problems">Problems</h2>
${problemTable()}
</main>
</body>
</html>
`;
}

function entriesOf(path: string, item: PathItem): Entry[] {
  return methods.flatMap((method) => (item[method] === undefined ? [] : [{ path, method, route: item[method] }]));
}

function navigation({ tags }: Description, entries: readonly Entry[], operations: readonly Operation[]): string {
  const groups = tags.map(({ name }) => {
    const links = entries
      .filter(({ route }) => route.tags.includes(name))
      .map(
        ({ path, method, route }) =>
          `<li><a href="#${route.operationId}"><span class="${method}">${method.toUpperCase()}</span> ` +
          `${escape(path.replace('/api/v1', ''))}</a></li>`,
      );
    return `<h2>${escape(name)}</h2><ul>${links.join('')}</ul>`;
  });
  const steps = operations.map(({ name }) => `<li><a href="#operation-${name}">${name}</a></li>`);
  const rest = [
    ['unmatched', 'Any other path'],
    ['schemas', 'Bodies of answers'],
    ['headers', 'Headers of answers'],
    ['problems', 'Problems'],
  ].map(([id, text]) => `<li><a href="#${id}">${text}</a></li>`);
  return (
    '<nav ' +
    ('aria-label="Contents"><p>Colophon</p>' +
      `${groups.join('')}${steps.length === 0 ? '' : `<h2>operations</h2><ul class="mono">${steps.join('')}</ul>`}<h2>` +
      `reference</h2><ul>${rest.join('')}</ul></nav>`)
  );
}

function group(
  description: Description,
  { name, text }: { name: string; text: string },
  entries: readonly Entry[],
): string {
  const sections = entries
    .filter(({ route }) => route.tags.includes(name))
    .map((entry) => routeSection(description, entry));
  return `<h2 id="tag-${escape(name)}">${escape(name)}</h2>\n${prose(text)}\n${sections.join('\n')}`;
}

function operationSection(operation: Operation): string {
  return `<section id="operation-${operation.name}">
<h3><code>${operation.name}</code></h3>
${prose(operation.summary)}
${fieldTable(operationFields(operation))}
${prose(operationNotes(operation))}
${jsonBlock({ op: operation.name, ...operation.example })}
</section>`;
}

/** The bodies of answers of more than one tool or route. */
const shared: readonly string[] = [
  'Capabilities',
  'DocumentAnswer',
  'DocumentsAnswer',
  'ImagesAnswer',
  'Job',
  'JobList',
  'Session',
  'SessionChange',
  'SessionInsertion',
  'SessionReplacement',
  'SessionMove',
  'SessionOperation',
  'SessionOperationList',
  'SessionAsset',
  'SessionAssetList',
  'Probe',
  'Problem',
];

/** The bodies of answers, each with the table of its fields. */
export function schemaSections(description: Description): string {
  const references = componentsOf(description);
  const { schemas } = description.components;
  const ofTools = Object.keys(schemas).filter((name) => name.endsWith('Answer') && !shared.includes(name));
  return [...shared, ...ofTools]
    .flatMap((name) => {
      const schema = schemas[name];
      if (schema === undefined) return [];
      return [
        '<section ' +
          (`id="schema-${name}"><h3>${name}</h3>` +
            `${prose(textOf(schema.description))}${fieldTable(fieldsOf(schema, references))}</section>`),
      ];
    })
    .join('\n');
}

/** The headers of all answers. */
export function headerTable({ components }: Description): string {
  const rows = Object.entries(components.headers).map(([name, { description, 'x-media-types': only }]) => {
    const where = only === undefined ? '' : ` <small>With <code>${only.join(', ')}</code>.</small>`;
    return `<tr id="header-${name}"><td><code>${name}</code></td><td>${inline(description)}${where}</td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function problemTable(): string {
  const rows = Object.entries(problems)
    .sort(([, [one]], [, [other]]) => one - other)
    .map(
      ([slug, [status, , means, mend]]) =>
        '<tr ' +
        (`id="problem-${slug}"><td>${status}</td><td><code>${slug}</code></td><td>${inline(means)}</td><td>` +
          `${inline(mend)}</td></tr>`),
    );
  return (
    '<table class="problems"><thead><tr><th>status</th><th>problem</th><th>what it means</th><th>what to ' +
    `do</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  );
}
