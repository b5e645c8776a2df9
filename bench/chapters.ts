import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hillsJpeg } from './optimize-hills.ts';
import { megabyte, peakOf } from './memory.ts';
import { startNode, type Service } from './service.ts';

/**
 * One long document of everything that reports are made of (about six pages a chapter: headings, Markdown, lists, a
 * table with a caption, a chart, a picture, links; a table of contents before them, a footer with the chapter below):
 * how long it takes, how much memory the service with its browsers takes above rest, and what poppler and qpdf find in
 * it. Beside it a tenth of the document, for what a page costs.
 *
 *     node bench/chapters.ts [chapters, 1,600 unless given]
 */
const run = promisify(execFile);
const maxCount = { maxBuffer: 1e9, timeout: 900_000 };

const words = (
  'The order book stands at fourteen weeks, which is two more than a year ago, and revenue grew against the ' +
  'second quarter in all four regions and in both lines of business.'
).split(' ');
const sentence = (seed: number, length: number) =>
  Array.from({ length }, (_, index) => words[(seed * 7 + index * (1 + (seed % 5))) % words.length]).join(' ');
const paragraph = (seed: number) =>
  `${[0, 1, 2, 3, 4].map((part) => sentence(seed + part, 14 + ((seed + part) % 9))).join('. ')}.`;
const paragraphs = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => paragraph(seed * 13 + index)).join('\n\n');

/** Six operations: one request has 10,000 at most. */
const chapter = (number: number): object[] => [
  { op: 'add_html', html: `<h1 id="chapter-${number}" style="break-before: page">Chapter ${number}</h1>` },
  {
    op: 'add_markdown',
    markdown:
      `${paragraphs(number, 9)}\n\n- ${sentence(number, 9)}\n- ${sentence(number + 1, 7)}, see [Chapter ` +
      `${Math.max(1, number - 1)}](#chapter-${Math.max(1, number - 1)})\n- [the ` +
      `source](https://example.com/${number})\n\n## Orders of chapter ${number}`,
  },
  {
    op: 'add_table',
    caption: `Orders ${number}`,
    columns: ['#', 'Article', { header: 'Amount', align: 'right' }],
    rows: Array.from({ length: 50 }, (_, index) => [
      index + 1,
      sentence(number + index, 6),
      ((number * 37 + index * 11) % 900) / 4,
    ]),
  },
  {
    op: 'add_chart',
    kind: 'bar',
    title: `Revenue ${number}`,
    categories: ['Q1', 'Q2', 'Q3', 'Q4'],
    series: [{ name: 'Revenue', data: [1, 2, 3, 4].map((quarter) => (number * quarter) % 17) }],
  },
  { op: 'add_image', asset: 'hills.jpg', alt: 'Hills in the evening', width: '80mm' },
  {
    op: 'add_markdown',
    markdown: `${paragraph(number + 3)}\n\n## Outlook of chapter ${number}\n\n${paragraphs(number + 5, 14)}`,
  },
];

async function bodyOf(chapters: number): Promise<string> {
  const picture = (await hillsJpeg(7, 40)).toString('base64');
  const operations = Array.from({ length: chapters }, (_, index) => chapter(index + 1));
  return JSON.stringify({
    document: {
      title: 'Chapters',
      lang: 'en',
      footer: { left: '{section}', right: '{page} / {pages}' },
      assets: { 'hills.jpg': picture },
    },
    operations: [{ op: 'add_toc', title: 'Contents', levels: 2 }, ...operations.flat()],
  });
}

async function post({ port, key }: Service, body: string): Promise<{ pdf: Buffer; pages: number; stages: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  const pdf = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${pdf.toString('utf8', 0, 500)}`);
  return {
    pdf,
    pages: Number(answer.headers.get('document-pages')),
    stages: answer.headers.get('server-timing') ?? '',
  };
}

/** What others say of the file. */
async function judged(pdf: Buffer, folder: string): Promise<string> {
  const file = join(folder, 'chapters.pdf');
  await writeFile(file, pdf);
  const check = await run('qpdf', ['--check', file], maxCount).then(
    ({ stdout }) => (stdout.includes('No syntax or stream encoding errors') ? 'nothing wrong' : stdout),
    (error: unknown) => String((error as { stdout?: unknown }).stdout),
  );
  const { stdout: info } = await run('pdfinfo', [file], maxCount);
  const { stdout: outline } = await run('qpdf', ['--json=2', '--json-key=outlines', file], maxCount);
  const { stdout: first } = await run('pdftotext', ['-layout', '-l', '2', file, '-'], maxCount);
  const { stdout: catalog } = await run('qpdf', ['--json=2', '--json-key=qpdf', file], maxCount).catch(() => ({
    stdout: '',
  }));
  const { stdout: last } = await run(
    'pdftotext',
    ['-layout', '-f', /^Pages:\s+(\d+)/m.exec(info)?.[1] ?? '1', file, '-'],
    maxCount,
  );
  return `qpdf: ${check}. pdfinfo: ${/^Pages:\s+(\d+)/m.exec(info)?.[1]} pages. ${catalog.match(/"\/Dest": "\/chapter-/g)?.length ?? 0} links to chapters. Outline: ${outline.match(/"title"/g)?.length} entries. Contents begin: ${first
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')[1]
    ?.replace(/\s+/g, ' ')}. Last footer: ${last.trim().split('\n').at(-1)?.replace(/\s+/g, ' ')}.`;
}

const chapters = Number(process.argv[2] ?? 1600);
const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
const service = await startNode('all', {
  SERVICE_DATA_DIR: folder,
  SERVICE_REQUEST_TIMEOUT: '60m',
  SERVICE_MAX_PAGES: '20000',
});
try {
  await post(service, await bodyOf(20));
  await sleep(1000);
  console.log(
    '| chapters | pages | file, MB | seconds | ms a page | memory above rest, MB |\n|---|---|---|---|---|---|',
  );
  for (const count of [Math.ceil(chapters / 10), chapters]) {
    const body = await bodyOf(count);
    const start = performance.now();
    const { value, above } = await peakOf(service.pid, () => post(service, body));
    const seconds = (performance.now() - start) / 1000;
    console.log(
      '| ' +
        `${[count.toLocaleString('en'), value.pages.toLocaleString('en'), (value.pdf.length / megabyte).toFixed(1), seconds.toFixed(0), ((1000 * seconds) / value.pages).toFixed(1), (above / megabyte).toFixed(0)].join(' | ')} ` +
        '|',
    );
    console.log(`\n${value.stages}\n${await judged(value.pdf, folder)}\n`);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
