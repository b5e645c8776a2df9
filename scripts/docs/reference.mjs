import { headerTable, schemaSections } from '../../src/cli/reference/api-page.ts';
import { jsonText } from '../../src/cli/reference/markup.ts';
import { bodyTable, componentsOf, parameters, parametersOf, responses } from '../../src/cli/reference/route-section.ts';
import { describePackage } from '../../src/cli/package-description.ts';

/** Where the anchors of docs/api.html are in the site, relative to a page of the reference. */
const anchors = [
  [/href="#problem-/g, 'href="../problems.html#'],
  [/href="#schema-/g, 'href="./answers.html#schema-'],
  [/href="#header-/g, 'href="./answers.html#header-'],
];

/** HTML of the reference as one block of Markdown; its small headings become headings of the page. */
function block(html) {
  const moved = anchors.reduce((text, [from, to]) => text.replaceAll(from, to), html);
  return moved
    .replaceAll(/<h4>Answers<\/h4>/g, '')
    .replaceAll(/\n\s*\n/g, '\n')
    .replaceAll(/<h4>(.*?)<\/h4>/g, '\n\n### $1\n\n')
    .replaceAll(/<h3>(.*?)<\/h3>/g, '\n\n## $1\n\n')
    .replaceAll(/<\/?section[^>]*>/g, (tag) =>
      tag.includes('id=') ? `\n<a ${/id="[^"]*"/.exec(tag)[0]}></a>\n` : '\n',
    );
}

const page = (path, title, text, matter = {}) => ({
  path: `reference/${path}`,
  title,
  text: `---\n${JSON.stringify(matter)}\n---\n\n# ${title}\n\n${text}\n`,
});

const contentsOf = (route) => Object.entries(route.requestBody?.content ?? {});
const examplesOf = (content) => Object.entries(content.examples ?? {}).map(([name, { value }]) => ({ name, value }));
const fence = (mediaType, value) =>
  typeof value === 'string'
    ? `~~~~${mediaType === 'text/html' ? 'html' : ''}\n${value}\n~~~~`
    : `~~~~json\n${jsonText(value)}\n~~~~`;

function bodies(route, references) {
  return contentsOf(route).map(([mediaType, content]) => {
    const examples = examplesOf(content).map(({ name, value }) => `Example \`${name}\`:\n\n${fence(mediaType, value)}`);
    const table = block(bodyTable(mediaType, content.schema, references));
    return [`### Body: \`${mediaType}\``, table, ...examples].join('\n\n');
  });
}

/** What the form needs to send a request; `undefined` where a route takes no JSON but other bodies. */
function attempt(description, { path, method, route }) {
  const json = contentsOf(route).find(([mediaType]) => mediaType === 'application/json');
  const success = Object.entries(route.responses).find(([status]) => status.startsWith('2'))?.[1];
  const named =
    success?.$ref === undefined ? success : description.components.responses[success.$ref.split('/').at(-1)];
  return {
    method: method.toUpperCase(),
    path,
    key: route.security.length > 0,
    accept: Object.keys(named?.content ?? {}),
    fields: parametersOf(description, route)
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, description: about }) => ({ name, about })),
    examples: json === undefined ? [] : examplesOf(json[1]).map(({ name, value }) => ({ name, text: jsonText(value) })),
  };
}

function routePage(description, entry) {
  const { path, method, route } = entry;
  const references = componentsOf(description);
  const tables = block(parameters(parametersOf(description, route), references));
  const text = [
    `<p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></p>`,
    route.description,
    `It belongs to *${route.tags.join(', ')}*${route.security.length > 0 ? '' : ', and needs no key'}.`,
    '## Try it',
    '<TryIt />',
    ...(tables === '' && route.requestBody === undefined ? [] : ['## Request']),
    tables,
    ...bodies(route, references),
    '## Answers',
    block(responses(description, route.responses)),
  ];
  return page(route.operationId, route.summary, text.join('\n\n'), { attempt: attempt(description, entry) });
}

function overview(description, entries) {
  const groups = description.tags.map(({ name, description: about }) => {
    const rows = entries
      .filter(({ route }) => route.tags.includes(name))
      .map(
        ({ path, method, route }) =>
          `| \`${method.toUpperCase()} ${path}\` | [${route.summary}](./${route.operationId}.html) |`,
      );
    return `## ${name}\n\n${about}\n\n| route | |\n| --- | --- |\n${rows.join('\n')}`;
  });
  const text = [
    description.info.description,
    'Each page has a form that sends its example to a service. ' +
      '[Deployment](../deployment.html#the-documentation-as-a-site) shows how to start one that the form may call. ' +
      'Clients are made from <a href="../files/openapi.json" target="_self">openapi.json</a>.',
    ...groups,
    '## Any other path or method',
    block(responses(description, description['x-unmatched'].responses)),
  ];
  return page('index', 'HTTP reference', text.join('\n\n'));
}

/** A page for every route and tool, one that lists them, and one of the bodies and headers that answers share. */
export async function referencePages() {
  const { plain } = await describePackage();
  const entries = Object.entries(plain.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, route]) => ({ path, method, route })),
  );
  const shared = ['## Headers of answers', block(headerTable(plain)), block(schemaSections(plain))];
  return [
    overview(plain, entries),
    ...entries.map((entry) => routePage(plain, entry)),
    page('answers', 'Bodies and headers of answers', shared.join('\n\n')),
  ];
}
