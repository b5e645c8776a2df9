import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { conformingHtml } from '../test/render/conforming-html.ts';
import { stock } from './documents.ts';
import { startNode, type Service } from './service.ts';
import { veraPdf } from './verapdf/verapdf.ts';

/**
 * What it costs to make documents conform, and what veraPDF says of them: `Server-Timing` of the service with
 * `output.conformance` and without, and the verdicts on the gallery, the HTML of the tests and the large tables at
 * PDF/A-3a and PDF/UA-1.
 *
 *     node bench/conforming.ts [--times] [--judge]
 */
const standards = ['PDF/A-3a', 'PDF/UA-1'];
const runs = 5;
/** They can not conform: see test/render/conformance.test.ts. */
const unfit = ['add_markdown', 'add_pdf'];

interface Timed {
  readonly pdf: Buffer;
  readonly print: number;
  readonly finish: number;
}

async function render({ port, key }: Service, body: object, output: object): Promise<Timed> {
  const given = 'output' in body ? (body.output as object) : {};
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, output: { ...given, ...output } }),
  });
  const pdf = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${pdf.toString('utf8', 0, 300)}`);
  const stage = (name: string) =>
    Number(new RegExp(`${name};dur=([\\d.]+)`).exec(answer.headers.get('server-timing') ?? '')?.[1] ?? 0);
  return { pdf, print: stage('print'), finish: stage('finish') };
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** One row a document: milliseconds in the middle of `runs`. */
async function times(service: Service): Promise<string[]> {
  const lines = [
    '| rows | print, ms | finish, ms | finish that conforms, ms | more, of the print |',
    '|---|---|---|---|---|',
  ];
  // Threads compile what they run: all of them have run it, for documents of one print and of parts, before anything is
  // measured.
  for (const rows of [500, 2500])
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        render(service, stock(rows), index % 2 === 0 ? { conformance: standards } : {}),
      ),
    );
  for (const rows of [30, 1000, 5000, 20_000]) {
    const plain: Timed[] = [];
    const conforming: Timed[] = [];
    for (let run = 0; run < runs; run += 1) {
      plain.push(await render(service, stock(rows), {}));
      conforming.push(await render(service, stock(rows), { conformance: standards }));
    }
    const print = middle([...plain, ...conforming].map((each) => each.print));
    const [without, with_] = [plain, conforming].map((each) => middle(each.map(({ finish }) => finish))) as [
      number,
      number,
    ];
    lines.push(
      '| ' +
        `${[rows.toLocaleString('en'), print.toFixed(0), without.toFixed(0), with_.toFixed(0), `${((100 * (with_ - without)) / print).toFixed(0)} %`].join(' | ')} ` +
        '|',
    );
  }
  return lines;
}

async function judge(service: Service, folder: string): Promise<string[]> {
  const gallery = globSync('docs/gallery/*/*.json')
    .sort()
    .map((path) => ({ name: basename(path, '.json'), body: JSON.parse(readFileSync(path, 'utf8')) as object }))
    .filter(({ name }) => !unfit.includes(name));
  const html = Object.entries(conformingHtml).map(([name, content]) => ({
    name,
    body: {
      document: { title: name, lang: 'en' },
      operations: [
        { op: 'add_heading', text: name },
        { op: 'add_html', html: content },
      ],
    },
  }));
  const files: { file: string; flavours: readonly string[] }[] = [];
  for (const [index, { body }] of [...gallery, ...html, { body: stock(3000) }].entries()) {
    const file = join(folder, `${index}.pdf`);
    await writeFile(file, (await render(service, body, { conformance: standards })).pdf);
    files.push({ file, flavours: ['3a', 'ua1'] });
  }
  const verdicts = await veraPdf(files);
  if (typeof verdicts === 'string') return [verdicts];
  const wrong = verdicts.filter(({ verdict }) => verdict !== 'pass');
  return [
    `veraPDF: ${verdicts.length - wrong.length} of ${verdicts.length} pass (${files.length} documents, each at ` +
      'PDF/A-3a and PDF/UA-1)',
    ...wrong.map(({ file, flavour, verdict, clauses }) => `- ${basename(file)} ${flavour} ${verdict} ${clauses}`),
  ];
}

const flags = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
const service = await startNode('all', { SERVICE_DATA_DIR: folder, SERVICE_REQUEST_TIMEOUT: '5m' });
try {
  if (flags.length === 0 || flags.includes('--times')) console.log((await times(service)).join('\n'));
  if (flags.length === 0 || flags.includes('--judge')) console.log((await judge(service, folder)).join('\n'));
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
