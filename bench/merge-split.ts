import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const documents = 100;
const rounds = 3;

/** A service that answers on loopback. */
export interface Answering {
  readonly port: number;
  readonly key: string;
}

/** Posts to a route, and returns the answer. */
export async function post(
  { port, key }: Answering,
  path: string,
  body: FormData | string,
  headers: Record<string, string> = {},
): Promise<Buffer<ArrayBuffer>> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.toString('utf8').slice(0, 300)}`);
  return bytes;
}

/** A report of ten pages with an outline, made by the service itself. */
export function tenPages(service: Answering, number: number, tagged: boolean): Promise<Buffer<ArrayBuffer>> {
  const rows = Array.from({ length: 24 }, (_, row) => [`Article ${number}-${row}`, row, (row * 1.5).toFixed(2)]);
  const operations = Array.from({ length: 10 }, (_, page) => [
    { op: 'add_page' },
    { op: 'add_heading', text: `Part ${number}.${page + 1}` },
    { op: 'add_table', columns: ['Article', 'Number', 'Price'], rows },
  ]).flat();
  return post(
    service,
    'render',
    JSON.stringify({ document: { title: `Report ${number}` }, operations, output: { tagged } }),
    { 'content-type': 'application/json' },
  );
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Medians of `rounds`, all contestants in turn. */
export async function inTurn(contestants: Record<string, () => Promise<unknown>>): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(contestants)) (times[name] ??= []).push(await seconds(work));
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, all.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!]),
  );
}

/** A multipart body with these files. */
export function form(field: string, files: readonly Buffer<ArrayBuffer>[], request: object): FormData {
  const body = new FormData();
  body.append('request', new Blob([JSON.stringify(request)], { type: 'application/json' }));
  files.forEach((file, index) => body.append(field, new Blob([file], { type: 'application/pdf' }), `${index}.pdf`));
  return body;
}

/**
 * Merges 100 documents of 10 pages, and splits 1,000 pages into parts of 10, over HTTP and by `qpdf` and `pdfunite`.
 * Those drop tags: of tagged documents they copy far less than the service does.
 */
export async function mergeAndSplit(service: Answering): Promise<string[]> {
  const head = ['| task | service, s | qpdf, s | pdfunite, s | service / qpdf |', '|---|---|---|---|---|'];
  return [...head, ...(await measure(service, false)), ...(await measure(service, true))];
}

async function measure(service: Answering, tagged: boolean): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-merge-'));
  try {
    const files: Buffer<ArrayBuffer>[] = [];
    for (let number = 1; number <= documents; number += 1) files.push(await tenPages(service, number, tagged));
    const paths = await Promise.all(
      files.map(async (file, index) => {
        const path = join(folder, `in-${index}.pdf`);
        await writeFile(path, file);
        return path;
      }),
    );
    const merged = join(folder, 'merged.pdf');
    const merging = await inTurn({
      service: () => post(service, 'merge', form('documents', files, {})),
      qpdf: () => run('qpdf', ['--empty', '--pages', ...paths, '--', merged]),
      pdfunite: () => run('pdfunite', [...paths, join(folder, 'united.pdf')]),
    });
    const whole = await post(service, 'merge', form('documents', files, {}));
    await writeFile(merged, whole);
    const splitting = await inTurn({
      service: () => post(service, 'split', form('document', [whole], { every: 10 })),
      qpdf: () => run('qpdf', ['--split-pages=10', merged, join(folder, 'part-%d.pdf')]),
    });
    const row = (name: string, { service: ours = 0, qpdf = 0, pdfunite }: Record<string, number>) =>
      `| ${name} | ${ours.toFixed(2)} | ${qpdf.toFixed(2)} | ` +
      `${pdfunite === undefined ? '-' : pdfunite.toFixed(2)} | ${(ours / qpdf).toFixed(2)} |`;
    const kind = tagged ? 'tagged' : 'untagged';
    return [
      row(`merge 100 ${kind} documents of 10 pages`, merging),
      row(`split 1,000 ${kind} pages into parts of 10`, splitting),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
