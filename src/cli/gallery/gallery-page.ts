import type { DocumentEntry } from './documents.ts';
import type { Entry } from './entries.ts';
import type { Drawn } from './files.ts';

/** An entry with the pictures of its pages, relative to the gallery. */
export interface Shown extends Drawn {
  readonly entry: Entry;
}

/** A complete document, printed by the service and by the browser alone. */
export interface ShownDocument {
  readonly entry: DocumentEntry;
  readonly printed: Drawn;
  readonly bare: Drawn;
}

/** Requests with more characters are linked and not shown. */
const longestShown = 3000;

const documentWidth = 360;
const widths: Readonly<Record<string, number>> = { operations: 380, templates: 230, features: 300 };

function requestOf({ path, request }: Entry): string {
  const json = JSON.stringify(request, null, 2);
  const link = `[Request](${path}.json) · [PDF](${path}.pdf)`;
  return json.length > longestShown
    ? link
    : `${link}\n\n<details><summary>Show the request</summary>\n\n\`\`\`json\n${json}\n\`\`\`\n\n</details>`;
}

function section({ entry, pictures }: Shown): string {
  const [kind = ''] = entry.path.split('/');
  const images = pictures
    .map(
      (picture, index) =>
        `<img src="${picture}" width="${widths[kind] ?? 300}" alt="${entry.title}, page ${index + 1}">`,
    )
    .join(' ');
  return `### ${entry.title}\n\n${entry.about}\n\n${images}\n\n${requestOf(entry)}\n`;
}

const image = (picture: string | undefined, alt: string) =>
  picture === undefined ? 'no such page' : `<img src="${picture}" width="${documentWidth}" alt="${alt}">`;

function documentSection({ entry, printed, bare }: ShownDocument): string {
  const { title, about, files, path } = entry;
  const pages = Array.from({ length: Math.max(printed.pictures.length, bare.pictures.length) }, (_, index) => {
    const cells = [
      image(printed.pictures[index], `${title}, page ${index + 1}`),
      image(bare.pictures[index], 'the same page, bare print'),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const sources = files
    .filter(({ source }) => !source.startsWith('node_modules/'))
    .map(({ name, source }) => `[${name}](../../${source.replaceAll(' ', '%20')})`);
  const parts = files.map(({ name, source }) => `  -F 'files=@${source};filename=${name}'`);
  const curl = ['curl http://127.0.0.1:8080/api/v1/render -H "Authorization: Bearer $KEY" -o out.pdf', ...parts].join(
    ' \\\n',
  );
  return `### ${title}

${about}

${[`| Colophon | the browser alone |`, '|---|---|', ...pages].join('\n')}

[PDF](${path}.pdf) · [PDF of the browser](${bare.path}.pdf) · Files: ${sources.join(', ')}

<details><summary>Show the request</summary>

\`\`\`sh
${curl}
\`\`\`

</details>
`;
}

/** docs/gallery/README.md. */
export function galleryPage(shown: readonly Shown[], documents: readonly ShownDocument[]): string {
  const of = (kind: string) =>
    shown
      .filter(({ entry }) => entry.path.startsWith(`${kind}/`))
      .map(section)
      .join('\n');
  return `# Gallery

Every operation and every template, as the service renders it, and complete HTML documents beside the prints of the \
browser alone.
Written by \`npm run gallery\`, which sends each request to a service of its own and changes nothing where the PDF is \
the same. The data of templates are in [templates.md](../templates.md), the fields of operations in
[operations.md](../operations.md). People, companies and places are invented.

## Templates

${of('templates')}
## Features

${of('features')}
## Complete documents

HTML as it comes, sent with its files ([html.md](../html.md)). On the left the service, on the right the same \
Chromium without it, with the
same fonts, on A4 with 20 mm unless the document states otherwise.

${documents.map(documentSection).join('\n')}
## Operations

\`add_url\` has no picture here: it prints a page of another host.

${of('operations')}`;
}
