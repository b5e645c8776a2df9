import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stock } from './documents.ts';
import { megabyte, peakOf } from './memory.ts';
import { startNode, type Service } from './service.ts';

/**
 * A long table with what is no print: how long the document takes, how long finishing it takes of that, and how much
 * memory the service with its browsers takes above rest, beside the table alone. A service of its own for each.
 *
 *     node bench/edited.ts [rows, 100,000 unless given]
 */
const rows = Number(process.argv[2] ?? 100_000);

interface Request {
  readonly document: object;
  readonly operations: readonly object[];
  readonly output?: object;
}

const plain = stock(rows);
const [heading = {}, table = {}] = plain.operations;
const annexOf = async (service: Service) => Buffer.from((await post(service, stock(20))).pdf).toString('base64');

/** What each is called, and its request. */
const variants: Readonly<Record<string, (service: Service) => Promise<Request> | Request>> = {
  'the table alone': () => plain,
  'a bookmark': () => ({ ...plain, operations: [heading, { op: 'add_bookmark', title: 'Rows', level: 2 }, table] }),
  'a field to sign in': () => ({
    ...plain,
    operations: [heading, table, { op: 'add_form_field', kind: 'signature', name: 'signature', label: 'Signature' }],
  }),
  'page numbers and a watermark': () => ({
    document: { ...plain.document, footer: { right: '{page} / {pages}' } },
    operations: [heading, table, { op: 'add_watermark', text: 'COPY' }],
  }),
  'pages of a PDF behind it': async (service) => ({
    ...plain,
    operations: [heading, table, { op: 'add_pdf', data: await annexOf(service) }],
  }),
  'a password': () => ({ ...plain, output: { encryption: { userPassword: 'secret' } } }),
  'three of its pages': () => ({ ...plain, output: { pages: '1-2,last' } }),
};

async function post(
  { port, key }: Service,
  request: Request,
): Promise<{ pdf: ArrayBuffer; pages: string; finish: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const pdf = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${Buffer.from(pdf).toString('utf8', 0, 300)}`);
  return {
    pdf,
    pages: answer.headers.get('document-pages') ?? '',
    finish: Number(/finish;dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]) / 1000,
  };
}

console.log(
  `| ${rows.toLocaleString('en')} rows with | pages | file, MB | seconds | of these to finish | memory, MB ` +
    `|\n|---|---|---|---|---|---|`,
);
for (const [name, requestOf] of Object.entries(variants)) {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  const service = await startNode('all', {
    SERVICE_DATA_DIR: folder,
    SERVICE_REQUEST_TIMEOUT: '15m',
    SERVICE_MAX_PAGES: '20000',
  });
  try {
    for (let run = 0; run < 3; run += 1) await post(service, stock(1000));
    const request = await requestOf(service);
    await sleep(1000);
    const start = performance.now();
    const { value, above } = await peakOf(service.pid, () => post(service, request));
    const seconds = (performance.now() - start) / 1000;
    console.log(
      '| ' +
        `${[name, value.pages, (value.pdf.byteLength / megabyte).toFixed(1), seconds.toFixed(1), value.finish.toFixed(1), (above / megabyte).toFixed(0)].join(' | ')} ` +
        '|',
    );
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
