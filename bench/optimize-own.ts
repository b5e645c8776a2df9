import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { hillsJpeg } from './optimize-hills.ts';
import { startNode, type Service } from './service.ts';

/** Documents of a kind, in a folder of their own. */
export interface OwnRenders {
  readonly name: string;
  readonly folder: string;
}

/** The three sets: what is asked of each request besides, and which requests. */
const sets = [
  { name: 'own renders', output: {}, requests: gallery },
  { name: 'own renders, as Chromium printed them', output: { compress: false }, requests: gallery },
  { name: 'own renders with photographs', output: {}, requests: albums },
] as const;

/**
 * Renders the requests of docs/gallery, as they are and without `output.compress`, and albums of photographs, by a
 * service of its own, into `folder`.
 */
export async function ownRenders(folder: string): Promise<OwnRenders[]> {
  const data = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  const service = await startNode('all', { SERVICE_DATA_DIR: data, SERVICE_REQUEST_TIMEOUT: '5m' });
  try {
    const made: OwnRenders[] = [];
    for (const [index, { name, output, requests }] of sets.entries()) {
      const own = { name, folder: join(folder, String(index)) };
      await mkdir(own.folder, { recursive: true });
      for (const request of await requests())
        await writeFile(join(own.folder, `${request.name}.pdf`), await render(service, request.body, output));
      made.push(own);
    }
    return made;
  } finally {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

interface Named {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

function gallery(): Named[] {
  return globSync('docs/gallery/*/*.json')
    .sort()
    .map((path) => ({ name: basename(path, '.json'), body: JSON.parse(readFileSync(path, 'utf8')) as Named['body'] }));
}

/**
 * Three albums of four pages, a photograph each and words about it: small on the page, over its width, and out of a
 * camera that compresses little.
 */
async function albums(): Promise<Named[]> {
  const kinds = [
    { width: '60mm', quality: 85 },
    { width: '170mm', quality: 85 },
    { width: '110mm', quality: 95 },
  ];
  return Promise.all(
    kinds.map(async ({ width, quality }, index): Promise<Named> => ({
      name: `album-${index + 1}`,
      body: {
        document: { title: 'Evenings over the hills', lang: 'en' },
        operations: [
          { op: 'add_heading', text: 'Evenings over the hills' },
          ...(
            await Promise.all(
              [0, 1, 2, 3].map(async (page): Promise<object[]> => [
                {
                  op: 'add_image',
                  data: `data:image/jpeg;base64,${(await hillsJpeg(7 + index * 4 + page, quality)).toString('base64')}`,
                  alt: 'Hills in the evening',
                  width,
                },
                {
                  op: 'add_text',
                  text:
                    `Evening ${page + 1}. The light goes from the ridges one after the other, the farthest ` +
                    'first, and the valley between them fills with haze.',
                },
                ...(page < 3 ? [{ op: 'add_page_break' }] : []),
              ]),
            )
          ).flat(),
        ],
      },
    })),
  );
}

async function render({ port, key }: Service, body: Named['body'], output: object): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, output: { ...(body.output as object | undefined), ...output } }),
  });
  const pdf = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${pdf.toString('utf8', 0, 300)}`);
  return pdf;
}
