import type { Entry } from './entries.ts';

/** An entry with the pictures of its pages, relative to the gallery. */
export interface Shown {
  readonly entry: Entry;
  readonly pictures: readonly string[];
}

/** Longer requests are linked, not shown. */
const longestShown = 3000;

const widths: Readonly<Record<string, number>> = { operations: 380, templates: 230 };

function requestOf({ path, request }: Entry): string {
  const json = JSON.stringify(request, null, 2);
  const link = `[Request](${path}.json) · [PDF](${path}.pdf)`;
  return json.length > longestShown ? link : `${link}\n\n<details><summary>Show the request</summary>\n\n\`\`\`json\n${json}\n\`\`\`\n\n</details>`;
}

function section({ entry, pictures }: Shown): string {
  const [kind = ''] = entry.path.split('/');
  const images = pictures.map((picture, index) => `<img src="${picture}" width="${widths[kind] ?? 300}" alt="${entry.title}, page ${index + 1}">`).join(' ');
  return `### ${entry.title}\n\n${entry.about}\n\n${images}\n\n${requestOf(entry)}\n`;
}

/** docs/gallery/README.md. */
export function galleryPage(shown: readonly Shown[]): string {
  const of = (kind: string) => shown.filter(({ entry }) => entry.path.startsWith(`${kind}/`)).map(section).join('\n');
  return `# Gallery

Every operation and every template, as the service renders it. Written by \`npm run gallery\`, which sends each request to a service of
its own and changes nothing where the PDF is the same. What templates take is in [templates.md](../templates.md), what operations take in
[operations.md](../operations.md). People, companies and places are invented.

## Templates

${of('templates')}
## Operations

\`add_url\` has no picture here: it prints a page of another host.

${of('operations')}`;
}
